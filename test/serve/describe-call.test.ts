import { expect, it } from '@jest/globals';
import { describeCall } from '../../src/serve/send-callback.ts';
import type { Callback } from '../../src/spec/callback.ts';
import type { Answer, Exchange } from '../../src/spec/exchange.ts';
import { exchangeNumber, judgementOf } from '../journal/sample-exchanges.ts';
import { getBalance, makeBet, messageFor } from '../wire/sample-callbacks.ts';

const exchangeOf = (callback: Callback, answer: Partial<Exchange> = {}): Exchange => {
  const { headers, body, url } = messageFor(callback);
  const request = { method: 'POST', url, headers, body };
  return exchangeNumber(1, { kind: callback.type, request, ...answer });
};

const answered = (status: number, body: string): { readonly answer: Answer } => ({
  answer: { kind: 'answered', status, headers: {}, body: Buffer.from(body) },
});

it('tells amounts, answer and verdict of a bet', () => {
  const told = describeCall(exchangeOf(makeBet, { attempt: 2 }), judgementOf('x-1', 'right'));
  expect(told).toEqual({
    ...{ exchangeId: 'x-1', kind: 'makeBet', attempt: 2, status: 200, durationMs: 1.5 },
    ...{ transactionId: 'tx-1', bet: '10.50', win: '0.00', answer: '100.50' },
    ...{ verdict: 'right', sentence: judgementOf('x-1', 'right').sentence },
  });
});

it('tells why no answer came', () => {
  const answer = { kind: 'failed', failure: 'timeout', message: 'No answer in 5 s.' } as const;
  expect(describeCall(exchangeOf(getBalance, { answer }), undefined)).toEqual({
    ...{ exchangeId: 'x-1', kind: 'getBalance', attempt: 1, status: null, failure: 'timeout' },
    durationMs: 1.5,
  });
});

it.each([
  [answered(402, '{"error":"insufficient_balance","message":"no"}'), 'insufficient_balance'],
  [answered(200, '<html>'), expect.stringContaining('JSON')],
  [answered(200, `${'['.repeat(10_000)}`), expect.stringMatching(/./)],
])('tells what the agent said instead of a balance', (answer, said) => {
  expect(describeCall(exchangeOf(getBalance, answer), undefined).answer).toEqual(said);
});

it('tells a call whose bytes are no callback', () => {
  const told = describeCall(exchangeNumber(1, { kind: 'other' }), undefined);
  expect(told).toMatchObject({ kind: 'other', status: 200 });
  expect(told.transactionId).toBeUndefined();
});
