import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import type { Journal } from '../../src/journal/open-journal.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { exchangeNumber, judgementOf } from './sample-exchanges.ts';

let folder = '';
let file = '';
let journal: Journal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
  file = join(folder, 'journal.db');
  journal = openJournal({ file, maxExchanges: 100 });
});

afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true });
});

const countJudgements = (): unknown => {
  const database = new SqliteDatabase(file, { readonly: true });
  const count = database.prepare('SELECT count(*) FROM judgements').pluck().get();
  database.close();
  return count;
};

it('gives a judgement back beside its exchange', () => {
  journal.record(exchangeNumber(1, { origin: 'hand' }));
  journal.record(exchangeNumber(2));
  journal.judge(judgementOf('x-1', 'wrong'));
  const [exchange, judgement] = [
    exchangeNumber(1, { origin: 'hand' }),
    judgementOf('x-1', 'wrong'),
  ];
  expect(journal.row('x-1')).toEqual({ seq: 1, exchange, judgement });
  expect(journal.row('x-2')).toEqual({ seq: 2, exchange: exchangeNumber(2) });
  expect(journal.row('x-3')).toBeUndefined();
});

it('takes a judgement before, with and after its exchange', () => {
  journal.judge(judgementOf('x-1', 'right'));
  journal.flush();
  journal.judge(judgementOf('x-2', 'right'));
  journal.record(exchangeNumber(1));
  journal.record(exchangeNumber(2));
  journal.record(exchangeNumber(3));
  journal.flush();
  journal.judge(judgementOf('x-3', 'right'));
  for (const id of ['x-1', 'x-2', 'x-3']) {
    expect(journal.row(id)?.judgement).toEqual(judgementOf(id, 'right'));
  }
});

it('puts a later judgement in the place of an earlier one', () => {
  journal.judge(judgementOf('x-1', 'right'));
  journal.flush();
  journal.judge(judgementOf('x-1', 'risky'));
  journal.flush();
  journal.record(exchangeNumber(1));
  expect(journal.row('x-1')?.judgement?.verdict).toBe('risky');
  journal.judge(judgementOf('x-1', 'unjudged'));
  journal.judge(judgementOf('x-1', 'wrong'));
  expect(journal.row('x-1')?.judgement?.verdict).toBe('wrong');
  expect(countJudgements()).toBe(1);
});

it('removes judgements with their exchanges, and forgets those of exchanges that are gone', () => {
  for (let number = 1; number <= 250; number += 1) {
    journal.record(exchangeNumber(number));
    journal.judge(judgementOf(`x-${number}`, 'right'));
    if (number % 10 === 0) journal.flush();
  }
  journal.judge(judgementOf('x-1', 'wrong'));
  expect(journal.count()).toBe(100);
  expect(countJudgements()).toBe(100);
  expect(journal.row('x-150')).toBeUndefined();
  expect(journal.row('x-151')?.judgement?.exchangeId).toBe('x-151');
});

it('keeps a judgement when it is closed and opened again', () => {
  journal.record(exchangeNumber(1));
  journal.judge(judgementOf('x-1', 'right'));
  journal.close();
  journal = openJournal({ file, maxExchanges: 100 });
  expect(journal.row('x-1')?.judgement).toEqual(judgementOf('x-1', 'right'));
});

it('keeps the thousand latest judgements that have no exchange yet', () => {
  for (let number = 1; number <= 1_001; number += 1) {
    journal.judge(judgementOf(`x-${number}`, 'right'));
  }
  journal.flush();
  for (const number of [1, 2, 1_001]) journal.record(exchangeNumber(number));
  expect(['x-1', 'x-2', 'x-1001'].map((id) => journal.row(id)?.judgement?.exchangeId)).toEqual([
    undefined,
    'x-2',
    'x-1001',
  ]);
});

it('counts a judgement that cannot be written, and does not throw', () => {
  journal.record(exchangeNumber(1));
  journal.flush();
  const blocking = new SqliteDatabase(file);
  blocking.exec('BEGIN IMMEDIATE');
  journal.judge(judgementOf('x-1', 'right'));
  expect(journal.lost()).toBe(1);
  blocking.exec('ROLLBACK');
  blocking.close();
  expect(journal.row('x-1')).toEqual({ seq: 1, exchange: exchangeNumber(1) });
});
