import { describe, expect, it } from '@jest/globals';
import { callSentence, isAsExpected } from '../../../src/report/html/call-sentence.ts';
import { aCallback } from './report-builder.ts';

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
