import { describe, expect, it } from '@jest/globals';
import { callSentence, isAsExpected } from '../../../src/report/html/call-sentence.ts';
import { messagesOf } from '../../../src/report/html/story-diagram.tsx';
import { aCallback } from './report-builder.ts';

const day = '2026-01-01T00:00:00';

/** Calls given as start and duration in milliseconds; told as `>1` and `<1`. */
const told = (...calls: [number, number][]): string =>
  messagesOf(
    calls.map(([start, durationMs], index) => ({
      number: index + 1,
      exchange: aCallback({
        startedAt: `${day}.${String(start).padStart(3, '0')}Z`,
        durationMs,
      }),
    })),
  )
    .map(({ kind, call, lane }) => `${kind === 'request' ? '>' : '<'}${call.number}@${lane}`)
    .join(' ');

describe('messagesOf', () => {
  it('draws calls one after another', () => {
    expect(told([0, 5], [10, 5])).toBe('>1@0 <1@0 >2@0 <2@0');
  });

  it('draws calls at the same time beside each other, answers in their order', () => {
    expect(told([0, 50], [10, 20], [40, 30])).toBe('>1@0 >2@1 <2@1 >3@1 <1@0 <3@1');
  });

  it('takes an overlap of less than the clock can tell for none', () => {
    expect(told([0, 0.9], [0, 0.9])).toBe('>1@0 <1@0 >2@0 <2@0');
  });
});

const refusal = aCallback({
  status: 403,
  answerBody: '{"error":"insufficient_balance","message":"no"}',
});

describe('callSentence', () => {
  it('tells what went over, what came back, and what should have', () => {
    expect(callSentence({ number: 2, exchange: aCallback(), expected: '979.52' })).toBe(
      '2. makeBet of tx_17 bet 10.24 win 0: HTTP 200, 989.76, expected 979.52.',
    );
  });

  it('tells an answer that never came', () => {
    const exchange = aCallback({
      status: null,
      failure: 'timeout: none within 5 s',
      answerBody: '',
    });
    expect(callSentence({ number: 1, exchange })).toMatch(
      /: no answer: timeout: none within 5 s\.$/,
    );
  });
});

describe('isAsExpected', () => {
  it('compares amounts, however they are written', () => {
    const exchange = aCallback({ answerBody: '{"content":{"balance":1.05e1}}' });
    expect(isAsExpected({ number: 1, exchange, expected: '10.50' })).toBe(true);
    expect(isAsExpected({ number: 1, exchange, expected: '10.51' })).toBe(false);
  });

  it('has nothing to compare where a refusal says no balance', () => {
    expect(isAsExpected({ number: 1, exchange: refusal, expected: '10.50' })).toBeUndefined();
  });

  it('knows that a refusal was expected of what was accepted', () => {
    expect(isAsExpected({ number: 1, exchange: aCallback(), expected: 'an error answer' })).toBe(
      false,
    );
  });
});
