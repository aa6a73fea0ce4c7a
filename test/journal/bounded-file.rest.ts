import { statSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openMemoryJournal } from '../../src/journal/memory-journal.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { openFolder } from './both-journals.ts';
import { exchangeNumber } from './sample-exchanges.ts';

let place: ReturnType<typeof openFolder>;

beforeEach(() => {
  place = openFolder();
});

afterEach(async () => await place.remove());

const megabyte = 1024 * 1024;

/** A request that was refused for its size. */
const refusedPost = (number: number): Exchange => {
  const body = Buffer.alloc(megabyte, `${number} `);
  return exchangeNumber(number, { request: { ...exchangeNumber(1).request, body } });
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

it('stays within its bytes with 300 requests of a MiB each, its log included', async () => {
  const journal = await place.open({ maxBytes: 20 * megabyte });
  let largest = 0;
  for (let number = 1; number <= 300; number += 1) {
    journal.record(refusedPost(number));
    if (number % 10 > 0) continue;
    await journal.flush();
    largest = Math.max(largest, sizeOf(place.file) + sizeOf(`${place.file}-wal`));
  }
  expect(largest).toBeLessThanOrEqual(20 * megabyte);
  expect(largest).toBeGreaterThan(10 * megabyte);
  const { firstSeq, lastSeq } = journal.bounds();
  expect(lastSeq).toBe(300);
  expect(lastSeq - firstSeq).toBeGreaterThan(8);
  expect((await journal.rows({ limit: 1 })).rows[0]?.exchange.id).toBe('x-300');
  expect(journal.state().lost).toBe(0);
});

it('makes room for large ones among many small ones', async () => {
  const journal = await place.open({ maxBytes: 4 * megabyte });
  for (let number = 1; number <= 4_000; number += 1) journal.record(exchangeNumber(number));
  await journal.flush();
  for (let number = 4_001; number <= 4_010; number += 1) journal.record(refusedPost(number));
  await journal.flush();
  expect(sizeOf(place.file) + sizeOf(`${place.file}-wal`)).toBeLessThanOrEqual(6 * megabyte);
  expect(journal.bounds().lastSeq).toBe(4_010);
  expect((await journal.rows({ limit: 1 })).rows).toHaveLength(1);
});

it('is bounded in memory, too', async () => {
  const journal = openMemoryJournal({ maxExchanges: 1_000, maxBytes: 20 * megabyte });
  for (let number = 1; number <= 300; number += 1) journal.record(refusedPost(number));
  expect(journal.bounds()).toEqual({ firstSeq: 282, lastSeq: 300 });
});
