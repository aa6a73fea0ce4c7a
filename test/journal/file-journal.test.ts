import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import type { Journal } from '../../src/journal/journal.ts';
import { openFolder } from './both-journals.ts';
import { answeredWith, exchangeNumber, judgementOf } from './sample-exchanges.ts';

let place: ReturnType<typeof openFolder>;

beforeEach(() => {
  place = openFolder();
});

afterEach(async () => await place.remove());

const recordAll = (journal: Journal, count: number, from = 1): void => {
  for (let number = from; number < from + count; number += 1) {
    journal.record(exchangeNumber(number));
  }
};

/** Asks the file itself, as another program would. */
const ask = (question: string): unknown => {
  const database = new SqliteDatabase(place.file, { readonly: true });
  try {
    return database.prepare(question).pluck().get();
  } finally {
    database.close();
  }
};

const countExchanges = 'SELECT count(*) FROM exchanges';

it('commits by itself, outside the turn of the recording', async () => {
  const journal = await place.open();
  recordAll(journal, 60);
  expect(ask(countExchanges)).toBe(0);
  while (ask(countExchanges) !== 60) await delay(1);
  recordAll(journal, 1, 61);
  while (ask(countExchanges) !== 61) await delay(1);
});

it('keeps what was recorded and judged when it is closed and opened again', async () => {
  const journal = await place.open();
  recordAll(journal, 3);
  journal.judge(judgementOf('x-1', 'right'));
  await place.close();
  const again = await place.open();
  recordAll(again, 1, 4);
  const { rows } = await again.rows({ limit: 10 });
  expect(rows.map(({ exchange }) => exchange.id)).toEqual(['x-1', 'x-2', 'x-3', 'x-4']);
  expect(rows[0]?.judgement).toEqual(judgementOf('x-1', 'right'));
});

it('gives a large answer back, from whatever buffer it came', async () => {
  const journal = await place.open();
  const list = Buffer.alloc(3_000, 'game');
  for (let number = 1; number <= 20; number += 1) journal.record(answeredWith(number, list));
  await journal.flush();
  for (let number = 21; number <= 40; number += 1) {
    journal.record(answeredWith(number, Buffer.from(list)));
  }
  const other = Buffer.alloc(600, 'page');
  journal.record(answeredWith(41, other));
  journal.record(answeredWith(42, Buffer.alloc(511, 'small')));
  const bodyOf = async (id: string): Promise<string> => {
    const answer = (await journal.row(id))?.exchange.answer;
    return answer?.kind === 'answered' ? String(Buffer.from(answer.body)) : '';
  };
  expect(await bodyOf('x-1')).toBe(String(list));
  expect(await bodyOf('x-40')).toBe(String(list));
  expect(await bodyOf('x-41')).toBe(String(other));
  expect((await bodyOf('x-42')).length).toBe(511);
});

it('removes bodies and judgements with their exchanges', async () => {
  const journal = await place.open({ maxExchanges: 100 });
  for (let number = 1; number <= 1_000; number += 1) {
    journal.record(answeredWith(number, Buffer.alloc(600, `own ${number} `)));
    if (number % 30 === 0) await journal.flush();
    // Some come with their exchange, some later.
    journal.judge(judgementOf(`x-${number}`, 'right'));
  }
  await journal.flush();
  for (const table of ['exchanges', 'contents', 'judgements', 'named']) {
    expect(ask(`SELECT count(DISTINCT seq) || ' from ' || min(seq) FROM ${table}`)).toBe('100 from 901');
  }
  const { rows } = await journal.rows({ limit: 1_000, verdict: 'right' });
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, at) => 901 + at));
});

it('shrinks step by step when its bound was lowered', async () => {
  recordAll(await place.open(), 3_000);
  await place.close();
  const smaller = await place.open({ maxExchanges: 10 });
  recordAll(smaller, 1, 3_001);
  await smaller.flush();
  const first = smaller.count();
  expect(first).toBeLessThan(3_000);
  expect(first).toBeGreaterThan(2_000);
  for (let number = 3_002; number < 3_010; number += 1) {
    recordAll(smaller, 1, number);
    await smaller.flush();
  }
  expect(smaller.count()).toBe(10);
});

it('shares a file with another process that writes', async () => {
  const [one, other] = [await place.open(), await place.open()];
  const list = Buffer.alloc(3_000, 'game');
  for (let number = 1; number <= 20; number += 1) {
    (number % 2 === 0 ? one : other).record(answeredWith(number, list));
    if (number % 4 === 0) await one.flush();
    if (number % 6 === 0) await other.flush();
  }
  for (const journal of [one, other]) await journal.flush();
  const [first, second] = [await one.rows({ limit: 50 }), await other.rows({ limit: 50 })];
  expect(first.rows.map(({ exchange }) => exchange.id)).toEqual(second.rows.map(({ exchange }) => exchange.id));
  expect([one.count(), other.count()]).toEqual([20, 20]);
  expect(one.state().lost + other.state().lost).toBe(0);
});
