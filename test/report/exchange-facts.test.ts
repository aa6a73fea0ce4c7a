import { describe, expect, it } from '@jest/globals';
import { exchangeFacts } from '../../src/report/exchange-facts.ts';
import { anExchange } from './run-builder.ts';

const answered = (answerBody: string): string => exchangeFacts(anExchange({ answerBody })).answer;

describe('exchangeFacts', () => {
  it('reads a makeBet and its answer', () => {
    expect(exchangeFacts(anExchange({ durationMs: 3.6 }))).toEqual({
      callback: 'makeBet',
      player: 'player-1',
      currency: 'USD',
      transaction: 'tx_17',
      bet: '10.24',
      win: '0',
      status: '200',
      answer: '989.76',
      durationMs: '4',
    });
  });

  it.each([
    ['{"content":{"balance":10.50}}', '10.50'],
    ['{"content":{"balance":"10.50"}}', '"10.50"'],
    ['{"content":{"balance":null}}', 'null'],
    ['{"error":"insufficient_balance","message":"no"}', 'insufficient_balance'],
    ['{"error":"odd","content":{"balance":5}}', 'odd and 5'],
    ['{"content":{}}', 'no balance'],
    ['<html>502</html>', 'not JSON'],
    ['', 'empty answer'],
    [`{"pad":"${'x'.repeat(1_048_576)}"}`, 'too long to show'],
  ])('says what was answered', (body, answer) => {
    expect(answered(body)).toBe(answer);
  });

  it('says why no answer came', () => {
    const facts = exchangeFacts(anExchange({ status: null, failure: 'timeout', answerBody: '' }));
    expect([facts.status, facts.answer]).toEqual(['-', 'no answer: timeout']);
  });

  it('names a raw request by its method', () => {
    expect(exchangeFacts(anExchange({ kind: 'other', method: 'PUT' })).callback).toBe('raw PUT');
  });

  it('lets no escape sequence of the agent through', () => {
    expect(answered('{"error":"\\u001b[2Jgone\\u202e"}')).toBe('gone');
  });
});
