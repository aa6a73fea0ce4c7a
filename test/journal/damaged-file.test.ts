import { closeSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import type { Journal } from '../../src/journal/journal.ts';
import { openFolder } from './both-journals.ts';
import { answeredWith, exchangeNumber } from './sample-exchanges.ts';

let place: ReturnType<typeof openFolder>;
let told: string[];

beforeEach(() => {
  place = openFolder();
  told = [];
});

afterEach(async () => await place.remove());

const open = async (): Promise<Journal> =>
  await place.open({
    writeKept: JSON.stringify,
    now: () => Date.parse('2026-03-01T12:00:00.000Z'),
    onError: ({ message }) => told.push(message),
  });

/** Closed, with 40 exchanges of several pages and a session in it. */
const fill = async (): Promise<void> => {
  const journal = await open();
  journal.kept.keep('session', 'a', 1);
  for (let number = 1; number <= 40; number += 1) {
    journal.record(answeredWith(number, Buffer.alloc(9_000, `${number} `)));
  }
  await place.close();
};

const withDatabase = (sql: string): void => {
  const database = new SqliteDatabase(place.file);
  database.exec(sql);
  database.close();
};

/** Writes over everything behind the first pages. */
const overwrite = (fromPage: number): void => {
  const { size } = statSync(place.file);
  const descriptor = openSync(place.file, 'r+');
  writeSync(descriptor, Buffer.alloc(size - fromPage * 4096, 0xee), 0, size - fromPage * 4096, fromPage * 4096);
  closeSync(descriptor);
};

/** Every page but the first and the last ones. */
const overwriteMiddle = (): void => {
  const pages = Math.floor(statSync(place.file).size / 4096);
  const descriptor = openSync(place.file, 'r+');
  writeSync(descriptor, Buffer.alloc((pages - 2) * 4096, 0xee), 0, (pages - 2) * 4096, 4096);
  closeSync(descriptor);
};

const aside = (): string[] =>
  readdirSync(place.folder).filter((name) => /^journal\.db\.damaged-[^.]*$/.test(name.replace(/-wal$|-shm$/, '.')));

const count = async (journal: Journal): Promise<number> => (await journal.rows({ limit: 100 })).rows.length;

const ways: readonly (readonly [string, () => void])[] = [
  ['its pages were written over', () => overwrite(1)],
  ['a table is missing', () => withDatabase('DROP TABLE judgements')],
  ['a column is missing', () => withDatabase('ALTER TABLE contents DROP COLUMN rest')],
];

it.each(ways)('is moved aside at the start where %s, and a new one is begun', async (_, damage) => {
  await fill();
  damage();
  const bytes = readFileSync(place.file);
  const journal = await open();
  const [name = ''] = aside();
  expect(name).toMatch(/^journal\.db\.damaged-2026-03-01T12-/);
  expect(told).toEqual([expect.stringContaining(`It is now ${join(place.folder, name)}`)]);
  expect(readFileSync(join(place.folder, name)).equals(bytes)).toBe(true);
  journal.record(exchangeNumber(41));
  expect(await count(journal)).toBe(1);
  expect(journal.state()).toEqual({ kind: 'file', lost: 0, degraded: [] });
});

it('takes another name where that of a damaged file is taken', async () => {
  for (const text of ['one', 'two', 'three']) {
    await (await open()).close();
    withDatabase(`DROP TABLE judgements; PRAGMA user_version = 7; CREATE TABLE ${text} (x)`);
  }
  await open();
  expect(aside()).toHaveLength(3);
});

it('is moved aside when the damage is met by a search', async () => {
  await fill();
  const journal = await open();
  // The ends of the table are whole: the start sees nothing.
  overwriteMiddle();
  const { rows } = await journal.rows({ limit: 100, text: 'nowhere' });
  expect(rows).toEqual([]);
  expect(aside()).toHaveLength(1);
  journal.record(exchangeNumber(41));
  expect((await journal.rows({ limit: 100 })).rows.map(({ seq }) => seq)).toEqual([41]);
  expect(told).toEqual([expect.stringContaining('and a new one was begun')]);
});

it('is moved aside while it is in use, and what was recorded goes into a new one', async () => {
  await fill();
  const journal = await open();
  overwrite(2);
  for (let number = 41; number <= 60; number += 1) {
    journal.record(answeredWith(number, Buffer.alloc(9_000, `${number} `)));
  }
  await journal.flush();
  for (let number = 61; number <= 62; number += 1) journal.record(exchangeNumber(number));
  expect((await journal.row('x-1'))?.exchange.id ?? 'gone').toBe('gone');
  const { rows } = await journal.rows({ limit: 100 });
  expect(rows.at(-1)?.exchange.id).toBe('x-62');
  expect(aside()).toHaveLength(1);
  expect(journal.state()).toEqual({ kind: 'file', lost: 0, degraded: [] });
  expect(told).toEqual([expect.stringContaining('and a new one was begun')]);
});
