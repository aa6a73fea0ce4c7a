import { expect, it } from '@jest/globals';
import { openMemoryJournal } from '../../src/journal/memory-journal.ts';
import { Evidence } from '../../src/serve/evidence.ts';
import type { BookEntry } from '../../src/serve/findings-book.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { keepInMemory } from '../journal/keep-in-memory.ts';
import { answeredWith, exchangeNumber, judgementOf } from '../journal/sample-exchanges.ts';

const entryOf = (code: string, ...exchangeIds: readonly string[]): BookEntry =>
  ({ code, card: { calls: exchangeIds.map((exchangeId) => ({ exchangeId })) } }) as unknown as BookEntry;

const open = () => {
  const memory = openMemoryJournal({ maxExchanges: 5, maxBytes: 1e9 });
  const journal = { ...memory, kept: keepInMemory() };
  const record = (from: number, to: number): void => {
    for (let number = from; number <= to; number += 1) journal.record(exchangeNumber(number));
  };
  return { journal, record };
};

it('has what a card shows, byte for byte, when the journal has removed it, and after a restart', async () => {
  const { journal, record } = open();
  journal.record(answeredWith(1, Uint8Array.of(0xff, 0, 10)));
  journal.judge(judgementOf('x-1', 'wrong'));
  const failed: Partial<Exchange> = { answer: { kind: 'failed', failure: 'timeout', message: 'Too late.' } };
  journal.record(exchangeNumber(2, failed));
  const before = [await journal.row('x-1'), await journal.row('x-2')];
  const evidence = new Evidence(journal);
  await evidence.follow([entryOf('win-not-reverted', 'x-1', 'x-2')]);
  record(3, 9);
  expect(await journal.row('x-1')).toBeUndefined();
  expect([evidence.row('x-1'), evidence.row('x-2'), evidence.row('x-3')]).toEqual([...before, undefined]);
  const again = new Evidence(journal);
  // The same card, read again: nothing of it is in the journal any more.
  await again.follow([entryOf('win-not-reverted', 'x-1', 'x-2')]);
  for (const each of before) {
    const row = again.row(each?.exchange.id ?? '');
    expect([row?.seq, row?.judgement]).toEqual([each?.seq, each?.judgement]);
    expect(Buffer.from(row?.exchange.request.body ?? '')).toEqual(Buffer.from(each?.exchange.request.body ?? ''));
  }
  const { answer } = again.row('x-1')?.exchange ?? {};
  expect(answer?.kind === 'answered' && [...answer.body]).toEqual([0xff, 0, 10]);
});

it('forgets what no card shows any more, and what is too large', async () => {
  const { journal } = open();
  journal.record(exchangeNumber(1));
  journal.record(answeredWith(2, Buffer.alloc(70_000, 'x')));
  const evidence = new Evidence(journal);
  await evidence.follow([entryOf('free-bet', 'x-1', 'x-2')]);
  expect([evidence.row('x-1')?.seq, evidence.row('x-2')]).toEqual([1, undefined]);
  await evidence.follow([]);
  expect([evidence.row('x-1'), journal.kept.all('evidence')]).toEqual([undefined, []]);
});

it('takes what is kept and is no evidence for nothing', () => {
  const { journal } = open();
  for (const [key, value] of Object.entries({ a: 1, b: [{}], c: [{ exchange: { request: {} } }], d: null })) {
    journal.kept.keep('evidence', key, value);
  }
  expect(new Evidence(journal).row('x-1')).toBeUndefined();
});
