import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
    onError: ({ message }) => told.push(message),
  });

/** A journal with the first exchanges in it, and a session that is kept. */
const begun = async (): Promise<Journal> => {
  const journal = await open();
  journal.kept.keep('session', 'a', { link: 1 });
  await record(journal, 1, 3);
  return journal;
};

const record = async (journal: Journal, from: number, to: number): Promise<void> => {
  for (let number = from; number <= to; number += 1) journal.record(exchangeNumber(number));
  await journal.flush();
};

const placesOf = async (journal: Journal): Promise<string[]> =>
  (await journal.rows({ limit: 10 })).rows.map(({ seq, exchange }) => `${seq} ${exchange.id}`);

const removeAll = (): void => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(place.file + suffix, { force: true });
};

it.each([
  ['the file', () => rmSync(place.file)],
  ['the file and its log', removeAll],
  ['the whole folder', () => rmSync(dirname(place.file), { recursive: true })],
])('begins a new file where %s was removed, goes on counting, and keeps what is kept', async (_, remove) => {
  const journal = await begun();
  remove();
  await record(journal, 4, 5);
  expect(await placesOf(journal)).toEqual(['4 x-4', '5 x-5']);
  expect(journal.bounds()).toEqual({ firstSeq: 4, lastSeq: 5 });
  expect(journal.state()).toEqual({ kind: 'file', lost: 0, degraded: [] });
  expect(told).toEqual([expect.stringContaining('was removed while it was in use')]);
  await place.close();
  const again = await open();
  expect(again.kept.all('session')).toEqual([{ key: 'a', value: { link: 1 } }]);
  expect(await placesOf(again)).toEqual(['4 x-4', '5 x-5']);
});

it('goes on with another journal that was put in its place', async () => {
  const other = openFolder();
  await record(await other.open(), 101, 102);
  await other.close();
  const journal = await begun();
  removeAll();
  copyFileSync(other.file, place.file);
  await other.remove();
  await record(journal, 4, 4);
  expect(await placesOf(journal)).toEqual(['1 x-101', '2 x-102', '3 x-4']);
  expect(told).toEqual([expect.stringContaining('was replaced by another file')]);
  await place.close();
  expect((await open()).kept.all('session')).toEqual([{ key: 'a', value: { link: 1 } }]);
});

const foreign: readonly (readonly [string, (file: string) => void])[] = [
  ['a text', (file) => writeFileSync(file, 'agents:\n  - id: 1001\n')],
  [
    'the database of another program',
    (file) => {
      const database = new SqliteDatabase(file);
      database.exec('CREATE TABLE other (x)');
      database.close();
    },
  ],
];

it.each(foreign)('leaves %s alone that was put in its place, and goes on in memory', async (_, put) => {
  const journal = await begun();
  const aside = join(dirname(place.file), 'other');
  put(aside);
  const bytes = readFileSync(aside);
  removeAll();
  renameSync(aside, place.file);
  await record(journal, 4, 5);
  expect(await placesOf(journal)).toEqual(['4 x-4', '5 x-5']);
  expect(journal.state()).toEqual({
    ...{ kind: 'memory', lost: 0 },
    degraded: [expect.stringMatching(/is kept in memory from now on: .*not a journal\.$/)],
  });
  await place.close();
  expect(readFileSync(place.file).equals(bytes)).toBe(true);
  expect(existsSync(`${place.file}-wal`)).toBe(false);
});

/** So many that the log has the first page of the file, which says whose it is. */
const recordLarge = async (journal: Journal): Promise<void> => {
  for (let number = 1; number <= 40; number += 1) {
    journal.record(answeredWith(number, Buffer.alloc(9_000, `${number} `)));
  }
  await journal.flush();
};

it.each(foreign)('brings its log into no file that takes its place: %s', async (_, put) => {
  const journal = await open();
  await recordLarge(journal);
  const aside = join(dirname(place.file), 'other');
  put(aside);
  const bytes = readFileSync(aside);
  renameSync(aside, place.file);
  await record(journal, 41, 42);
  expect(await placesOf(journal)).toEqual(['41 x-41', '42 x-42']);
  expect(journal.state().kind).toBe('memory');
  await place.close();
  expect(readFileSync(place.file).equals(bytes)).toBe(true);
});

it('brings its log into no journal that takes its place', async () => {
  const other = openFolder();
  await record(await other.open(), 101, 102);
  await other.close();
  const journal = await open();
  await recordLarge(journal);
  const saved = join(place.folder, 'saved.db');
  renameSync(place.file, saved);
  copyFileSync(other.file, place.file);
  await other.remove();
  await record(journal, 41, 41);
  expect(await placesOf(journal)).toEqual(['1 x-101', '2 x-102', '3 x-41']);
  expect(told).toEqual([expect.stringContaining('was replaced by another file')]);
  // Its own file has all of it, where it is now.
  const database = new SqliteDatabase(saved);
  expect(database.prepare('SELECT count(*) FROM exchanges').pluck().get()).toBe(40);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  database.close();
});

it('loses nothing where its log was removed alone', async () => {
  const journal = await begun();
  rmSync(`${place.file}-wal`);
  await record(journal, 4, 5);
  expect(existsSync(`${place.file}-wal`)).toBe(true);
  expect(await placesOf(journal)).toEqual(['1 x-1', '2 x-2', '3 x-3', '4 x-4', '5 x-5']);
  expect(journal.state()).toEqual({ kind: 'file', lost: 0, degraded: [] });
  // As after a kill: another connection sees all of it.
  const database = new SqliteDatabase(place.file);
  expect(database.prepare('SELECT count(*) FROM exchanges').pluck().get()).toBe(5);
  database.close();
});
