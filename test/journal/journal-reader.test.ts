import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import { openJournalReader } from '../../src/journal/journal-reader.ts';
import { openFolder } from './both-journals.ts';
import { exchangeNumber, judgementOf } from './sample-exchanges.ts';

let place: ReturnType<typeof openFolder>;

beforeEach(() => {
  place = openFolder();
});

afterEach(async () => await place.remove());

const idsOf = (rows: readonly { exchange: { id: string } }[]): string[] => rows.map(({ exchange }) => exchange.id);

it('reads what another process writes, while it writes', async () => {
  const journal = await place.open();
  journal.record(exchangeNumber(1));
  await journal.flush();
  const reader = openJournalReader(place.file);
  journal.record(exchangeNumber(2));
  journal.judge(judgementOf('x-2', 'wrong'));
  await journal.flush();
  const { rows } = await reader.rows({ limit: 10, afterSeq: 1 });
  expect(idsOf(rows)).toEqual(['x-2']);
  expect(rows[0]?.judgement?.verdict).toBe('wrong');
  expect((await reader.row('x-1'))?.seq).toBe(1);
  expect(await reader.row('x-9')).toBeUndefined();
  expect(reader.bounds()).toEqual({ firstSeq: 1, lastSeq: 2 });
  reader.close();
});

it('writes nothing into the file', async () => {
  const journal = await place.open();
  journal.record(exchangeNumber(1));
  await journal.close();
  const writable = new SqliteDatabase(place.file);
  writable.pragma('user_version = 3');
  writable.close();
  expect(() => openJournalReader(place.file)).toThrow('is a journal of version 3');
  const after = new SqliteDatabase(place.file, { readonly: true });
  expect(after.pragma('user_version', { simple: true })).toBe(3);
  after.close();
});

it.each([
  ['no file', () => undefined, /There is no journal/],
  ['an empty file', () => writeFileSync(place.file, ''), /is empty/],
  ['a text', () => writeFileSync(place.file, 'a text, and no journal'.repeat(9)), /not a journal/],
  ['a folder', () => mkdirSync(place.file), /cannot be read|not a journal/],
])('refuses %s and creates nothing', (_name, make, message) => {
  make();
  expect(() => openJournalReader(place.file)).toThrow(message);
  rmSync(place.file, { recursive: true, force: true });
});
