import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import { recordedCall } from '../../src/serve/record-session.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { exchangeNumber, judgementOf } from '../journal/sample-exchanges.ts';
import { getBalance, makeBet, messageFor } from '../wire/sample-callbacks.ts';
import { type OpenWired, openWired } from './open-wired.ts';

let open: OpenWired;

beforeEach(async () => {
  open = await openWired();
});

afterEach(async () => await open.close());

const record = async (order: Parameters<OpenWired['admin']['scenarios']['record']>[0]) =>
  await open.admin.scenarios.record(order);

const bet = async (sessionId: string): Promise<string> => {
  const order = { type: 'makeBet' as const, sessionId, bet: '1' };
  const [id = ''] = (await open.admin.callbacks.trigger(order)).exchangeIds;
  return id;
};

it('is called as it is asked to be, else by when it began', async () => {
  const id = await bet('s');
  expect((await record({ sessionId: 's', title: 'Mine' })).title).toBe('Mine');
  const { title } = await record({ exchangeIds: [id] });
  expect(title).toMatch(/^Recorded on \d{4}-\d\d-\d\d \d\d:\d\d$/);
});

it('is none of a session that has no callbacks', async () => {
  await expect(record({ sessionId: 'nobody' })).rejects.toMatchObject({
    code: 'usage',
    message: 'The session nobody has no callbacks yet.',
  });
});

it('is none of what a run sent, or the agent', async () => {
  const recorder = open.recorder;
  recorder.record(exchangeNumber(1, { origin: 'run' }));
  recorder.record(exchangeNumber(2, { direction: 'operation', kind: 'list' }));
  await expect(record({ exchangeIds: ['x-1', 'x-2', 'x-3', '__proto__'] })).rejects.toMatchObject({
    code: 'usage',
    message: 'None of these exchanges is a callback of a game or by hand.',
  });
});

it('takes an exchange once, however often it is named', async () => {
  const id = await bet('s');
  const { yaml } = await record({ exchangeIds: [id, id] });
  expect(yaml).toBe((await record({ exchangeIds: [id] })).yaml);
});

it('reads a signature by the token of the agent that it was made for', async () => {
  await open.close();
  const other = { id: 1003, token: 'token-of-another-agent', unavailableGames: [], players: [] };
  const { agents } = defaultConfiguration;
  open = await openWired({
    configuration: { ...defaultConfiguration, agents: [...agents, other] },
  });
  const callback = { ...getBalance, agentId: 1003 };
  const { url, headers, body } = messageFor(callback, { agentId: 1003, token: other.token });
  const request = { method: 'POST', url, headers, body };
  open.recorder.record(exchangeNumber(1, { kind: 'getBalance', request, subject: { agentId: 1003 } }));
  const { yaml, notes } = await record({ exchangeIds: ['x-1'] });
  expect([yaml, ...notes].join()).not.toContain('wrong');
});

const { headers, body, url } = messageFor(makeBet);

const request = { method: 'POST', url, headers, body };

const recorded = (changes: Partial<Exchange> = {}) =>
  recordedCall({ seq: 1, exchange: exchangeNumber(1, { request, ...changes }) }, 'valid');

it('takes the callback, its bytes and what was known before it', () => {
  const row = { seq: 1, exchange: exchangeNumber(1, { request }) };
  const call = recordedCall({ ...row, judgement: judgementOf('x-1', 'right') }, 'none');
  expect(call).toMatchObject({
    ...{ callback: { type: 'makeBet', bet: '10.5' }, signature: 'none', lost: undefined },
    ...{ balanceBefore: '1000.00', durationMs: 1.5 },
  });
  expect(call.refusedWith).toBeUndefined();
});

it('tells the same bytes under another signature apart', () => {
  const same = recorded({ id: 'x-2', startedAt: 5 });
  const other = recorded({ request: { ...request, headers: { 'x-signature': 'ab' } } });
  expect(same.bytesKey).toBe(recorded().bytesKey);
  expect(other.bytesKey).not.toBe(recorded().bytesKey);
});

it('knows a lost answer from one that failed by itself', () => {
  const answerOf = (failure: 'dropped' | 'timeout') => ({ kind: 'failed', failure, message: 'It is gone.' }) as const;
  expect(recorded({ answer: answerOf('dropped') }).lost).toBe('answer');
  expect(recorded({ answer: answerOf('timeout') }).lost).toBe(undefined);
});

it('takes the error code of a refusal', () => {
  const refusal = Buffer.from('{"error":"insufficient_balance"}');
  const answer = { kind: 'answered', status: 402, headers: {}, body: refusal } as const;
  expect(recorded({ answer }).refusedWith).toBe('insufficient_balance');
});

it.each(['', 'hello', '['.repeat(10_000), '{"type":"makeBet"}'])('takes bytes that are no callback: %#', (text) => {
  const call = recorded({ request: { ...request, body: Buffer.from(text) } });
  expect(call.callback).toBeUndefined();
  expect(Buffer.from(call.body).toString()).toBe(text);
});
