import { afterEach, beforeEach, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import { carryRows } from '../../src/journal/carry-rows.ts';
import { upgrades } from '../../src/journal/schema.ts';
import { openFolder } from './both-journals.ts';
import { exchangeNumber, judgementOf } from './sample-exchanges.ts';
import { writeVersion5 } from './version-5.ts';

let place: ReturnType<typeof openFolder>;

beforeEach(() => {
  place = openFolder();
});

afterEach(async () => await place.remove());

it('brings every exchange of a journal of version 5 over, at its place', async () => {
  const explanation = { mistake: 'not-sorted', sentence: 's', remedy: 'r' } as const;
  const sharedTail = Buffer.from('{"games":["Lucky Lanterns"]}');
  const body = Buffer.from('{"content":');
  const exchanges = Array.from({ length: 2_500 }, (_, index) => {
    const number = 7_001 + index;
    if (number % 3 === 0) return exchangeNumber(number, { origin: 'game', attempt: 2, explanation });
    if (number % 5 === 0) {
      const answer = { kind: 'failed', failure: 'timeout', message: 'Zu spät.' } as const;
      return exchangeNumber(number, { answer, shiftMs: 0.5, dialect: 'minimal' });
    }
    if (number % 7 > 0) return exchangeNumber(number);
    const answer = { kind: 'answered', status: 200, headers: {}, body, sharedTail } as const;
    return exchangeNumber(number, { answer });
  });
  writeVersion5(place.file, exchanges, 7_001);
  const journal = await place.open();
  expect(journal.bounds()).toEqual({ firstSeq: 7_001, lastSeq: 9_500 });
  journal.record(exchangeNumber(9_501));
  const { rows } = await journal.rows({ limit: 3_000 });
  expect(rows.map(({ seq }) => seq)).toEqual(exchanges.map((_, index) => 7_001 + index).concat(9_501));
  for (const [index, exchange] of exchanges.entries()) {
    const { answer } = exchange;
    const whole =
      answer.kind === 'answered' && answer.sharedTail !== undefined
        ? { kind: 'answered', status: 200, headers: {}, body: Buffer.concat([body, sharedTail]) }
        : answer;
    expect(rows[index]?.exchange).toEqual({ ...exchange, answer: whole });
    expect(rows[index]?.judgement).toEqual(judgementOf(exchange.id, 'right'));
  }
  const placesOf = async (query: object): Promise<number[]> =>
    (await journal.rows({ limit: 9, ...query })).rows.map(({ seq }) => seq);
  expect(await placesOf({ transactionId: 'tx-7002' })).toEqual([7_002]);
  expect(await placesOf({ status: 'none', limit: 2 })).toEqual([9_490, 9_500]);
  expect(await placesOf({ text: 'LUCKY', limit: 1 })).toEqual([9_499]);
});

it('finds the rounds of a journal that had no column for them', async () => {
  const body = Buffer.from('{"transaction_id":"t","game_round_id":"r-7"}');
  const request = { method: 'POST', url: 'http://127.0.0.1:8080/', headers: {}, body };
  writeVersion5(place.file, [exchangeNumber(1, { request }), exchangeNumber(2)]);
  const journal = await place.open();
  const { rows } = await journal.rows({ limit: 9, gameRoundId: 'r-7' });
  expect(rows.map(({ seq }) => seq)).toEqual([1]);
});

it('finds runs beside chunks that were written before there were any', async () => {
  const journal = await place.open();
  for (let number = 1; number <= 2_100; number += 1) journal.record(exchangeNumber(number));
  await place.close();
  const database = new SqliteDatabase(place.file);
  for (const table of ['chunk_columns', 'chunk_filters']) {
    // Columns 11 to 13: round, run and scenario.
    expect(database.prepare(`DELETE FROM ${table} WHERE place >= 11 * 1099511627776`).run().changes).toBe(3);
  }
  database.close();
  const again = await place.open();
  again.record(exchangeNumber(2_101, { run: { id: 'run-1', scenario: 'a.yaml' } }));
  const { rows, more } = await again.rows({ limit: 9, runId: 'run-1' });
  expect([rows.map(({ seq }) => seq), more]).toEqual([[2_101], false]);
});

it('goes on where a process that did so was killed', async () => {
  writeVersion5(
    place.file,
    Array.from({ length: 250 }, (_, index) => exchangeNumber(index + 1)),
  );
  const database = new SqliteDatabase(place.file);
  database.exec(upgrades[5] ?? '');
  database.pragma('user_version = 6');
  // After the first rows that are brought over.
  database.exec(`CREATE TRIGGER killed BEFORE DELETE ON earlier_exchanges WHEN old.seq > 100
    BEGIN SELECT raise(ABORT, 'killed'); END`);
  expect(() => carryRows(database)).toThrow('killed');
  database.exec('DROP TRIGGER killed');
  expect(database.prepare('SELECT max(seq) FROM exchanges').pluck().get()).toBe(100);
  database.close();
  const journal = await place.open();
  const { rows } = await journal.rows({ limit: 300 });
  expect(rows.map(({ seq, exchange }) => `${seq} ${exchange.id}`)).toEqual(
    Array.from({ length: 250 }, (_, index) => `${index + 1} x-${index + 1}`),
  );
});
