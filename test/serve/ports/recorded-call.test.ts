import { expect, it } from '@jest/globals';
import { composeLetter } from '../../../src/callbacks/compose-message.ts';
import { recordedCall } from '../../../src/serve/record-session.ts';
import type { Exchange } from '../../../src/spec/exchange.ts';
import { makeBet } from '../../callbacks/sample-callbacks.ts';
import { exchangeNumber, judgementOf } from '../../journal/sample-exchanges.ts';

const { headers, body, url } = composeLetter(makeBet, {
  ...{ url: 'http://127.0.0.1:1/callback', token: 'test-token', timeoutMs: 1_000 },
});
const request = { method: 'POST', url, headers, body };

const recorded = (changes: Partial<Exchange> = {}) =>
  recordedCall({ seq: 1, exchange: exchangeNumber(1, { request, ...changes }) }, () => 'valid');

it('takes the callback, its bytes and what was known before it', () => {
  const row = { seq: 1, exchange: exchangeNumber(1, { request }) };
  const call = recordedCall({ ...row, judgement: judgementOf('x-1', 'right') }, () => 'none');
  expect(call).toMatchObject({
    ...{ callback: { type: 'makeBet', bet: '10.5' }, signature: 'none', answerLost: false },
    ...{ balanceBefore: '1000.00', durationMs: 1.5 },
  });
  expect(call).not.toHaveProperty('refusedWith');
});

it('tells the same bytes under another signature apart', () => {
  const same = recorded({ id: 'x-2', startedAt: 5 });
  const other = recorded({ request: { ...request, headers: { 'x-signature': 'ab' } } });
  expect(same.bytesKey).toBe(recorded().bytesKey);
  expect(other.bytesKey).not.toBe(recorded().bytesKey);
});

it('knows a lost answer from one that failed by itself', () => {
  const answerOf = (failure: 'dropped' | 'timeout') =>
    ({ kind: 'failed', failure, message: 'It is gone.' }) as const;
  expect(recorded({ answer: answerOf('dropped') }).answerLost).toBe(true);
  expect(recorded({ answer: answerOf('timeout') }).answerLost).toBe(false);
});

it('takes the error code of a refusal', () => {
  const refusal = Buffer.from('{"error":"insufficient_balance"}');
  const answer = { kind: 'answered', status: 402, headers: {}, body: refusal } as const;
  expect(recorded({ answer }).refusedWith).toBe('insufficient_balance');
});

it.each(['', 'hello', '['.repeat(10_000), '{"type":"makeBet"}'])(
  'takes bytes that are no callback: %#',
  (text) => {
    const call = recorded({ request: { ...request, body: Buffer.from(text) } });
    expect(call.callback).toBeUndefined();
    expect(Buffer.from(call.body).toString()).toBe(text);
  },
);
