import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import type { Journal } from '../../src/journal/journal.ts';
import { type JournalOptions, openJournal } from '../../src/journal/open-journal.ts';
import { exchangeNumber } from './sample-exchanges.ts';

let folder = '';
let file = '';
let opened: Journal[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'));
  file = join(folder, 'journal.db');
});

afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close();
  rmSync(folder, { recursive: true });
});

const open = async (options: Partial<JournalOptions> = {}): Promise<Journal> => {
  const writeKept = JSON.stringify;
  const journal = await openJournal({ file, maxExchanges: 10, writeKept, ...options });
  opened.push(journal);
  return journal;
};

const reopen = async (): Promise<Journal> => {
  for (const journal of opened) await journal.close();
  opened = [];
  return await open();
};

it('has the last value of every key after it was closed, in the order in which keys came', async () => {
  const { kept } = await open();
  kept.keep('session', 'b', { seen: 1 });
  kept.keep('session', 'a', 'ö');
  kept.keep('session', 'gone', 1);
  kept.keep('session', 'b', { seen: 2 });
  kept.keep('session', 'gone', undefined);
  kept.keep('session', 'never there', undefined);
  kept.keep('pack', 'b', [null]);
  const second = (await reopen()).kept;
  expect(second.all('session')).toEqual([
    { key: 'b', value: { seen: 2 } },
    { key: 'a', value: 'ö' },
  ]);
  expect(second.all('pack')).toEqual([{ key: 'b', value: [null] }]);
  second.keep('session', 'c', 3);
  second.keep('session', 'b', { seen: 3 });
  second.keep('pack', 'b', undefined);
  const third = (await reopen()).kept;
  expect(third.all('session').map(({ key }) => key)).toEqual(['b', 'a', 'c']);
  expect(third.all('session')[0]?.value).toEqual({ seen: 3 });
  expect(third.all('pack')).toEqual([]);
});

it('writes a key once for each moment, however often it changed', async () => {
  const journal = await open();
  for (let seen = 1; seen <= 40; seen += 1) journal.kept.keep('session', 'a', { seen });
  await journal.flush();
  expect(keptRows()).toEqual([{ place: 1, kind: 'session', key: 'a', value: '{"seen":40}' }]);
});

/** What the file itself says. */
const keptRows = (): unknown[] => {
  const database = new SqliteDatabase(file, { readonly: true });
  const rows = database.prepare('SELECT * FROM kept').all();
  database.close();
  return rows;
};

it('loses what is no JSON, and nothing else', async () => {
  const errors: unknown[] = [];
  const journal = await open({ onError: (error) => errors.push(error) });
  journal.kept.keep('session', 'a', 1n);
  journal.record(exchangeNumber(1));
  await journal.flush();
  expect([journal.count(), journal.state().lost, errors.length]).toEqual([1, 0, 1]);
});

it('is committed with the exchanges of the same moment', async () => {
  const journal = await open();
  journal.record(exchangeNumber(1));
  journal.kept.keep('session', 'a', 1);
  await journal.flush();
  expect(journal.count()).toBe(1);
  expect(keptRows()).toHaveLength(1);
});

it('is empty once it was cleared, but for what came after', async () => {
  const { kept } = await open();
  kept.keep('session', 'before', 1);
  const again = (await reopen()).kept;
  again.keep('session', 'a moment before', 1);
  again.clear();
  again.keep('session', 'after', 1);
  expect((await reopen()).kept.all('session')).toEqual([{ key: 'after', value: 1 }]);
});

it('counts the starts on what is kept, and begins anew where nothing is', async () => {
  const first = (await open()).kept;
  expect(first.earlierStarts).toBe(0);
  expect((await reopen()).kept.earlierStarts).toBe(0);
  opened[0]?.kept.keep('demo', 'a', 1);
  expect((await reopen()).kept.earlierStarts).toBe(1);
  opened[0]?.kept.clear();
  opened[0]?.kept.keep('demo', 'b', 1);
  expect((await reopen()).kept.earlierStarts).toBe(2);
  opened[0]?.kept.clear();
  expect((await reopen()).kept.earlierStarts).toBe(0);
  opened[0]?.kept.keep('demo', 'c', 1);
  expect((await reopen()).kept.earlierStarts).toBeGreaterThan(0);
});

it('belongs to one process at a time: another keeps nothing, changes nothing and says so', async () => {
  const errors: unknown[] = [];
  const first = await open();
  first.kept.keep('session', 'a', 1);
  const second = await open({ onError: (error) => errors.push(error) });
  second.kept.keep('session', 'b', 1);
  second.kept.clear();
  second.record(exchangeNumber(1));
  expect(second.kept.all('session')).toEqual([]);
  expect(errors).toMatchObject([{ message: expect.stringContaining('Another process keeps') }]);
  await second.close();
  expect((await open()).kept.all('session')).toEqual([]);
  const { kept } = await reopen();
  expect(kept.all('session')).toEqual([{ key: 'a', value: 1 }]);
});

it('leaves nothing beside the journal when it is closed, and is not held by an empty file', async () => {
  writeFileSync(`${file}-lock`, '');
  (await open()).kept.keep('session', 'a', 1);
  const beside = readdirSync(folder).filter((name) => name.includes('lock'));
  expect(beside).toEqual(['journal.db-lock']);
  expect((await reopen()).kept.all('session')).toHaveLength(1);
  await opened[0]?.close();
  await opened[0]?.close();
  expect(readdirSync(folder)).toEqual(['journal.db']);
});

it('begins in a folder that is not there yet', async () => {
  const inFolder = join(folder, 'new', 'journal.db');
  const { kept } = await open({ file: inFolder });
  kept.keep('session', 'a', { seen: 1 });
  await opened[0]?.close();
  expect((await open({ file: inFolder })).kept.all('session')).toHaveLength(1);
});

it('keeps nothing in memory, nor where nobody asks for it', async () => {
  for (const options of [{ file: ':memory:' }, { writeKept: undefined }]) {
    const journal = await open(options);
    journal.kept.keep('session', 'a', 1);
    expect(journal.kept.all('session')).toEqual([]);
  }
  expect(readdirSync(folder)).not.toContain('journal.db-lock');
});
