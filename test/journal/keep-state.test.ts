import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import type { Journal, JournalOptions } from '../../src/journal/open-journal.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { exchangeNumber } from './sample-exchanges.ts';

let folder = '';
let file = '';
let opened: Journal[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'));
  file = join(folder, 'journal.db');
});

afterEach(() => {
  for (const journal of opened.splice(0)) journal.close();
  rmSync(folder, { recursive: true });
});

const open = (options: Partial<JournalOptions> = {}): Journal => {
  const journal = openJournal({ file, maxExchanges: 10, writeKept: JSON.stringify, ...options });
  opened.push(journal);
  return journal;
};

const reopen = (): Journal => {
  for (const journal of opened) journal.close();
  opened = [];
  return open();
};

it('has the last value of every key after it was closed, in the order in which keys came', () => {
  const { kept } = open();
  kept.keep('session', 'b', { seen: 1 });
  kept.keep('session', 'a', 'ö');
  kept.keep('session', 'gone', 1);
  kept.keep('session', 'b', { seen: 2 });
  kept.keep('session', 'gone', undefined);
  kept.keep('session', 'never there', undefined);
  kept.keep('pack', 'b', [null]);
  const second = reopen().kept;
  expect(second.all('session')).toEqual([
    { key: 'b', value: { seen: 2 } },
    { key: 'a', value: 'ö' },
  ]);
  expect(second.all('pack')).toEqual([{ key: 'b', value: [null] }]);
  second.keep('session', 'c', 3);
  second.keep('session', 'b', { seen: 3 });
  second.keep('pack', 'b', undefined);
  const third = reopen().kept;
  expect(third.all('session').map(({ key }) => key)).toEqual(['b', 'a', 'c']);
  expect(third.all('session')[0]?.value).toEqual({ seen: 3 });
  expect(third.all('pack')).toEqual([]);
});

it('writes a key once for each moment, however often it changed', () => {
  const journal = open();
  const rows = rowsAfter(() => {
    for (let seen = 1; seen <= 40; seen += 1) journal.kept.keep('session', 'a', { seen });
    journal.flush();
  });
  expect(rows).toEqual([{ seq: 1, kind: 'session', entry: '{"key":"a","value":{"seen":40}}' }]);
});

/** What the file itself says afterwards. */
const rowsAfter = (act: () => void): unknown[] => {
  act();
  const database = new SqliteDatabase(file, { readonly: true });
  const rows = database.prepare('SELECT * FROM kept').all();
  database.close();
  return rows;
};

it('loses what is no JSON, and nothing else', () => {
  const errors: unknown[] = [];
  const journal = open({ onError: (error) => errors.push(error) });
  journal.kept.keep('session', 'a', 1n);
  journal.record(exchangeNumber(1));
  expect([journal.count(), journal.lost(), errors.length]).toEqual([1, 1, 1]);
});

it('is committed with the exchanges of the same moment', () => {
  const journal = open();
  journal.record(exchangeNumber(1));
  journal.kept.keep('session', 'a', 1);
  expect(journal.count()).toBe(1);
  expect(rowsAfter(() => undefined)).toHaveLength(1);
});

it('is empty once it was cleared, but for what came after', () => {
  const { kept } = open();
  kept.keep('session', 'before', 1);
  const again = reopen().kept;
  again.keep('session', 'a moment before', 1);
  again.clear();
  again.keep('session', 'after', 1);
  expect(reopen().kept.all('session')).toEqual([{ key: 'after', value: 1 }]);
});

it('counts the starts on what is kept, and begins anew where nothing is', () => {
  const first = open().kept;
  expect(first.earlierStarts).toBe(0);
  expect(reopen().kept.earlierStarts).toBe(0);
  opened[0]?.kept.keep('demo', 'a', 1);
  expect(reopen().kept.earlierStarts).toBe(1);
  opened[0]?.kept.clear();
  opened[0]?.kept.keep('demo', 'b', 1);
  expect(reopen().kept.earlierStarts).toBe(2);
  opened[0]?.kept.clear();
  expect(reopen().kept.earlierStarts).toBe(0);
  opened[0]?.kept.keep('demo', 'c', 1);
  expect(reopen().kept.earlierStarts).toBeGreaterThan(0);
});

it('belongs to one process at a time: another keeps nothing, changes nothing and says so', () => {
  const errors: unknown[] = [];
  const first = open();
  first.kept.keep('session', 'a', 1);
  const second = open({ onError: (error) => errors.push(error) });
  second.kept.keep('session', 'b', 1);
  second.kept.clear();
  second.record(exchangeNumber(1));
  expect(second.kept.all('session')).toEqual([]);
  expect(errors).toMatchObject([{ message: expect.stringContaining('Another process keeps') }]);
  second.close();
  expect(open().kept.all('session')).toEqual([]);
  const { kept } = reopen();
  expect(kept.all('session')).toEqual([{ key: 'a', value: 1 }]);
});

it('leaves nothing beside the journal when it is closed, and is not held by an empty file', () => {
  writeFileSync(`${file}-lock`, '');
  open().kept.keep('session', 'a', 1);
  const beside = readdirSync(folder).filter((name) => name.includes('lock'));
  expect(beside).toEqual(['journal.db-lock']);
  expect(reopen().kept.all('session')).toHaveLength(1);
  opened[0]?.close();
  opened[0]?.close();
  expect(readdirSync(folder)).toEqual(['journal.db']);
});

it('keeps nothing in memory, nor where nobody asks for it', () => {
  for (const journal of [open({ file: ':memory:' }), open({ writeKept: undefined })]) {
    journal.kept.keep('session', 'a', 1);
    expect(journal.kept.all('session')).toEqual([]);
  }
  expect(readdirSync(folder)).not.toContain('journal.db-lock');
});
