import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import type { Journal } from '../../src/journal/journal.ts';
import type { WalletproofError } from '../../src/spec/walletproof-error.ts';
import { openFolder } from './both-journals.ts';
import { answeredWith, exchangeNumber, judgementOf } from './sample-exchanges.ts';

let place: ReturnType<typeof openFolder>;
let told: WalletproofError[];
let lock: SqliteDatabase.Database | undefined;

beforeEach(() => {
  place = openFolder();
  told = [];
});

afterEach(async () => {
  lock?.close();
  await place.remove();
});

const open = async (): Promise<Journal> => await place.open({ onError: (error) => told.push(error) });

const lockFile = (): SqliteDatabase.Database => {
  lock = new SqliteDatabase(place.file);
  lock.exec('BEGIN IMMEDIATE');
  return lock;
};

const degraded = async (journal: Journal): Promise<void> => {
  while (journal.state().degraded.length === 0) await delay(5);
};

const idsOf = async (journal: Journal): Promise<string[]> =>
  (await journal.rows({ limit: 10 })).rows.map(({ exchange }) => exchange.id);

it('is tried again until the lock is gone, and nothing is lost', async () => {
  const journal = await open();
  journal.record(exchangeNumber(1));
  await journal.flush();
  const held = lockFile();
  journal.record(exchangeNumber(2));
  journal.judge(judgementOf('x-1', 'right'));
  await degraded(journal);
  journal.record(exchangeNumber(3));
  expect(journal.state()).toEqual({
    ...{ kind: 'file', lost: 0 },
    degraded: [`The journal ${place.file} cannot be written: database is locked.`],
  });
  // Longer than SQLite itself waits, many times.
  while (told.length === 0) await delay(5);
  await delay(300);
  expect(told.map(({ code }) => code)).toEqual(['environment']);
  held.exec('ROLLBACK');
  await journal.flush();
  expect(await idsOf(journal)).toEqual(['x-1', 'x-2', 'x-3']);
  expect((await journal.row('x-1'))?.judgement?.verdict).toBe('right');
  expect(journal.state()).toEqual({ kind: 'file', lost: 0, degraded: [] });
  expect(told.map(({ message }) => message).at(-1)).toContain('is written again.');
  expect(told).toHaveLength(2);
});

it('answers meanwhile what the file has', async () => {
  const journal = await open();
  journal.record(exchangeNumber(1));
  await journal.flush();
  lockFile();
  journal.record(exchangeNumber(2));
  await degraded(journal);
  expect(await idsOf(journal)).toEqual(['x-1']);
  expect(journal.count()).toBe(2);
  expect(await journal.row('x-1')).toMatchObject({ seq: 1 });
  expect(await journal.row('x-2')).toMatchObject({ seq: 2, exchange: { id: 'x-2' } });
  expect(await journal.row('x-3')).toBeUndefined();
});

it('takes in no more than 64 MiB meanwhile, and counts the rest', async () => {
  const journal = await open();
  lockFile();
  journal.record(exchangeNumber(1));
  await degraded(journal);
  const body = Buffer.alloc(8 * 1024 * 1024, 'x');
  for (let number = 2; number <= 11; number += 1) journal.record(answeredWith(number, body));
  expect(journal.state().lost).toBe(3);
  expect(told.filter(({ message }) => message.includes('67108864 bytes wait'))).toHaveLength(1);
});

it('ends though the lock is never given back, and says how much is lost', async () => {
  const journal = await open();
  lockFile();
  journal.record(exchangeNumber(1));
  journal.record(exchangeNumber(2));
  await journal.close();
  expect(journal.state().lost).toBe(2);
  expect(told.at(-1)?.message).toContain('2 waited for it when it was closed');
});

it('takes in what comes faster than the thread writes, and lets nobody wait', async () => {
  const journal = await open();
  const body = Buffer.alloc(1024 * 1024, 'x');
  for (let number = 1; number <= 30; number += 1) journal.record(answeredWith(number, body));
  await journal.flush();
  expect(journal.state().lost).toBe(0);
  expect(journal.count()).toBe(30);
});
