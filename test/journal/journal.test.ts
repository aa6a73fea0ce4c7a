import { afterEach, expect, it } from '@jest/globals';
import type { ExchangeQuery, Journal } from '../../src/journal/journal.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { bothJournals, type JournalPlace } from './both-journals.ts';
import { answeredWith, exchangeNumber, judgementOf } from './sample-exchanges.ts';

let place: JournalPlace;
let journal: Journal;

afterEach(async () => await place.remove());

const inBoth = (fact: string, act: () => Promise<void>): void =>
  it.each(bothJournals)(`a journal %s ${fact}`, async (_, openPlace) => {
    place = openPlace();
    journal = await place.open();
    await act();
  });

const recordAll = (count: number, from = 1): void => {
  for (let number = from; number < from + count; number += 1) {
    journal.record(exchangeNumber(number));
  }
};

const reopen = async (maxExchanges: number): Promise<void> => {
  await place.close();
  journal = await place.open({ maxExchanges });
};

const idsOf = async (query: ExchangeQuery): Promise<string[]> =>
  (await journal.rows(query)).rows.map(({ exchange }) => exchange.id);

const exchange = async (id: string): Promise<Exchange | undefined> => (await journal.row(id))?.exchange;

const judgement = async (id: string) => (await journal.row(id))?.judgement;

inBoth('gives an exchange back as it was recorded, byte for byte', async () => {
  const full = exchangeNumber(1, {
    attempt: 2,
    dialect: 'php',
    explanation: {
      mistake: 'slash-escaped',
      field: 'home_url',
      sentence: 'ö',
      remedy: '"',
      difference: { byte: 41, signed: '\\/', expected: '/' },
    },
    request: {
      method: 'POST',
      url: 'http://127.0.0.1/ö?a=b',
      headers: { 'x-signature': 'ab', 'x-odd': '"\\ é' },
      body: Uint8Array.of(0, 255, 254, 10, 0),
    },
    answer: {
      kind: 'answered',
      status: 418,
      headers: { 'set-cookie': 'a, b', ['__proto__']: 'own' },
      body: Uint8Array.of(0xc3, 0x28, 0),
    },
  });
  const operation: Exchange = {
    ...exchangeNumber(2),
    direction: 'operation',
    kind: 'list',
    subject: {},
    refusal: 'invalid_signature',
    answer: { kind: 'failed', failure: 'timeout', message: 'Zu spät.' },
  };
  const empty = answeredWith(3, new Uint8Array());
  for (const each of [full, operation, empty]) {
    journal.record(each);
    expect(plain(await exchange(each.id))).toEqual(plain(each));
  }
  expect(await exchange('x-4')).toBeUndefined();
});

inBoth('finds exchanges by what they are about', async () => {
  recordAll(5_000);
  journal.record(exchangeNumber(5_001, { kind: 'list', direction: 'operation', subject: {} }));
  const find = async (query: Omit<ExchangeQuery, 'limit'>, limit = 100) => await idsOf({ ...query, limit });

  expect(await find({}, 2)).toEqual(['x-5000', 'x-5001']);
  expect(await find({ transactionId: 'tx-17' })).toEqual(['x-17']);
  expect(await find({ requestId: 'request-4999' })).toEqual(['x-4999']);
  expect(await find({ sessionId: 'session-1' }, 3)).toEqual(['x-4985', 'x-4992', 'x-4999']);
  expect(await find({ sessionId: 'session-1', playerId: 'player-0' }, 2)).toEqual([...['x-4971', 'x-4992']]);
  expect((await find({ playerId: 'player-1' }, 5_000)).length).toBe(1_667);
  expect(await find({ direction: 'operation' })).toEqual(['x-5001']);
  expect(await find({ kind: 'list', direction: 'operation' })).toEqual(['x-5001']);
  expect(await find({ kind: 'rollback' })).toEqual([]);
  expect(await find({ playerId: 'player-9' })).toEqual([]);
  expect(await find({}, 0)).toEqual([]);
});

inBoth('goes on after an exchange, or back before one', async () => {
  recordAll(5_000);
  expect(await idsOf({ after: 'x-10', limit: 2 })).toEqual(['x-11', 'x-12']);
  expect(await idsOf({ before: 'x-10', limit: 2 })).toEqual(['x-8', 'x-9']);
  expect(await idsOf({ after: 'x-10', before: 'x-13', limit: 9 })).toEqual(['x-11', 'x-12']);
  expect(await idsOf({ after: 'x-5000', limit: 2 })).toEqual([]);
  expect(await idsOf({ before: 'x-1', limit: 2 })).toEqual([]);
  expect(await idsOf({ after: 'x-10', sessionId: 'session-1', limit: 2 })).toEqual([...['x-15', 'x-22']]);
  expect(await idsOf({ before: 'x-4000', sessionId: 'session-1', limit: 1 })).toEqual(['x-3998']);
  expect(await idsOf({ after: 'gone', limit: 1 })).toEqual(['x-1']);
});

inBoth('removes the oldest beyond its bound', async () => {
  await reopen(100);
  for (let number = 1; number <= 1_000; number += 1) {
    recordAll(1, number);
    if (number % 30 === 0) await journal.flush();
  }
  await journal.flush();
  expect([journal.count(), journal.bounds()]).toEqual([100, { firstSeq: 901, lastSeq: 1_000 }]);
  expect((await idsOf({ limit: 1_000 }))[0]).toBe('x-901');
  expect(await exchange('x-900')).toBeUndefined();
});

inBoth('gives a judgement back beside its exchange', async () => {
  journal.record(exchangeNumber(1, { origin: 'hand' }));
  journal.record(exchangeNumber(2));
  journal.judge(judgementOf('x-1', 'wrong'));
  expect(await journal.row('x-1')).toEqual({
    ...{ seq: 1, exchange: exchangeNumber(1, { origin: 'hand' }) },
    judgement: judgementOf('x-1', 'wrong'),
  });
  expect(await journal.row('x-2')).toEqual({ seq: 2, exchange: exchangeNumber(2) });
  expect(await journal.row('x-3')).toBeUndefined();
});

inBoth('takes a judgement before, with and after its exchange', async () => {
  journal.judge(judgementOf('x-1', 'right'));
  await journal.flush();
  journal.judge(judgementOf('x-2', 'right'));
  recordAll(3);
  await journal.flush();
  journal.judge(judgementOf('x-3', 'right'));
  for (const id of ['x-1', 'x-2', 'x-3']) {
    expect(await judgement(id)).toEqual(judgementOf(id, 'right'));
  }
});

inBoth('puts a later judgement in the place of an earlier one', async () => {
  journal.judge(judgementOf('x-1', 'right'));
  await journal.flush();
  journal.judge(judgementOf('x-1', 'risky'));
  await journal.flush();
  recordAll(1);
  expect((await judgement('x-1'))?.verdict).toBe('risky');
  journal.judge(judgementOf('x-1', 'unjudged'));
  journal.judge(judgementOf('x-1', 'wrong'));
  expect((await judgement('x-1'))?.verdict).toBe('wrong');
});

inBoth('removes judgements with their exchanges', async () => {
  await reopen(100);
  for (let number = 1; number <= 250; number += 1) {
    recordAll(1, number);
    journal.judge(judgementOf(`x-${number}`, 'right'));
    if (number % 10 === 0) await journal.flush();
  }
  journal.judge(judgementOf('x-1', 'wrong'));
  expect(await journal.row('x-150')).toBeUndefined();
  expect((await judgement('x-151'))?.exchangeId).toBe('x-151');
  expect((await journal.rows({ limit: 9, verdict: 'wrong' })).rows).toEqual([]);
});

inBoth('keeps the thousand latest judgements that have no exchange yet', async () => {
  for (let number = 1; number <= 1_001; number += 1) {
    journal.judge(judgementOf(`x-${number}`, 'right'));
  }
  await journal.flush();
  for (const number of [1, 2, 1_001]) recordAll(1, number);
  const ids = ['x-1', 'x-2', 'x-1001'];
  expect(await Promise.all(ids.map(async (id) => (await judgement(id))?.exchangeId))).toEqual([
    ...[undefined, 'x-2', 'x-1001'],
  ]);
});

inBoth('counts what waits to be written, too', async () => {
  recordAll(3);
  expect(journal.count()).toBe(3);
  await journal.flush();
  expect([journal.count(), journal.bounds()]).toEqual([3, { firstSeq: 1, lastSeq: 3 }]);
  expect(journal.state()).toMatchObject({ lost: 0, degraded: [] });
});

inBoth('takes no exchange once it is closed, finds none, and does not throw either', async () => {
  recordAll(1);
  await journal.close();
  recordAll(2);
  expect(await exchange('x-1')).toBeUndefined();
  expect(await journal.rows({ limit: 9 })).toMatchObject({ rows: [], more: false });
  expect(journal.state().lost).toBe(2);
  await journal.flush();
  await journal.close();
});

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The exchange with its bytes as text, so that all kinds of byte arrays compare. */
const plain = (exchange: Exchange | undefined): unknown => {
  if (exchange === undefined) return undefined;
  const { request, answer, ...rest } = exchange;
  return {
    ...rest,
    request: { ...request, body: hex(request.body) },
    answer: answer.kind === 'answered' ? { ...answer, body: hex(answer.body) } : answer,
  };
};
