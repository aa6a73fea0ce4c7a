import { describe, expect, it } from '@jest/globals';
import { findingsIn } from '../../src/judge/case.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import { getBalance, makeBet } from '../ledger/wallet.ts';
import { annasCase, answered, balance, findingsOf, judgeAll, opening, refusal, said } from './calls.ts';

const right = '{"content":{"balance":100}}';
const inYen = { playerId: 'anna', currency: 'JPY' };

/** What is wrong with the form of an answer to getBalance, and the answer. */
const oddAnswers: [string, Answer][] = [
  ['balance-not-a-number BAL-01', balance('"100"')],
  ['balance-not-a-number BAL-01', balance('"100.00"')],
  ['balance-not-a-number BAL-01', balance('null')],
  ['balance-not-a-number BAL-01', balance('true')],
  ['balance-not-a-number BAL-01', balance('"NaN"')],
  ['balance-not-a-number BAL-01', balance('{"amount":100}')],
  ['answer-not-json BAL-01', balance('NaN')],
  ['answer-not-json BAL-01', answered(200, '<html>100</html>', 'text/html')],
  ['answer-not-json BAL-01', answered(200, '')],
  ['answer-not-json BAL-01', answered(204, '')],
  ['answer-not-json BAL-01', answered(200, '[100]')],
  ['answer-not-json BAL-01', answered(200, '100')],
  ['balance-missing BAL-01', answered(200, '{}')],
  ['balance-missing BAL-01', answered(200, '{"balance":100}')],
  ['balance-missing BAL-01', answered(200, '{"content":{}}')],
  ['balance-missing BAL-01', answered(200, '{"content":[100]}')],
  ['error-with-balance ERR-02', answered(200, '{"error":"x","message":"y","content":{"balance":100}}')],
  ['error-with-balance ERR-02', answered(400, '{"error":"x","message":"y","content":{"balance":100}}')],
];

describe('an answer that is neither a balance nor an error', () => {
  it.each(oddAnswers)('is told as %s and ends the scenario: %j', (finding, answer) => {
    const state = judgeAll(annasCase(['BAL-03']), said(getBalance(), answer));
    const money = findingsOf(state).filter((each) => !each.startsWith('not-json'));
    expect([money, state.ending?.kind]).toEqual([[finding], 'breach']);
    expect(state.shown.has('balance')).toBe(true);
  });

  it('says what is wrong', () => {
    const state = judgeAll(annasCase(), said(getBalance(), balance('"100"')));
    expect(findingsIn(state)[0]?.message).toMatch(/^getBalance: .*string "100"/);
  });
});

describe('an answer with extra fields', () => {
  it.each([
    '{"content":{"balance":100,"currency":"USD"},"status":"success"}',
    '{"error":null,"content":{"balance":100}}',
    ' {"content" : {"balance" : 1.0E+2}}\n',
  ])('is right: %s', (body) => {
    expect(findingsOf(judgeAll(annasCase(), said(getBalance(), answered(200, body))))).toEqual([]);
  });

  it('is right with any success status', () => {
    expect(findingsOf(judgeAll(annasCase(), said(getBalance(), answered(201, right))))).toEqual([]);
  });
});

describe('the content type of a JSON answer', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset=UTF-8',
    'application/problem+json',
    'application/vnd.api+json; v=1',
  ])('may be %s', (type) => {
    expect(findingsOf(judgeAll(annasCase(), said(getBalance(), answered(200, right, type))))).toEqual([]);
  });

  it.each(['', 'text/html; charset=utf-8', 'text/plain', 'application/jsonp', 'application/xml'])(
    'must say so: %j',
    (type) => {
      const state = judgeAll(annasCase(), said(getBalance(), answered(200, right, type)));
      expect(findingsOf(state)).toEqual(['not-json-content-type BAL-06']);
      expect(state.ending).toBeUndefined();
    },
  );

  it('is judged of an error answer too, but not of one that is no JSON', () => {
    const tooHigh = makeBet('t1', ['101', '0']);
    const body = '{"error":"insufficient_balance","message":"no"}';
    const json = judgeAll(annasCase(), said(tooHigh, answered(400, body, 'text/html')));
    const html = judgeAll(annasCase(), said(tooHigh, answered(400, '<p>no</p>', 'text/html')));
    expect([findingsOf(json), findingsOf(html)]).toEqual([
      ['not-json-content-type BAL-06'],
      ['error-body-incomplete ERR-01'],
    ]);
  });
});

describe('the digits of a balance', () => {
  it.each(['100', '100.0', '100.00', '100.000', '1e2'])('are as many as the currency has: %s', (text) => {
    expect(findingsOf(judgeAll(annasCase(), said(getBalance(), balance(text))))).toEqual([]);
  });

  it.each(['100.001', '99.99999999999999', '100.00000000000001'])('are too many: %s', (text) => {
    expect(findingsOf(judgeAll(annasCase(), said(getBalance(), balance(text))))).toEqual(['too-many-digits BAL-08']);
  });

  it('are counted by the currency of the callback', () => {
    const state = judgeAll(annasCase(), opening(balance('100.5'), inYen));
    expect(findingsOf(state)).toEqual(['too-many-digits BAL-08']);
    expect(findingsIn(state)[0]).toMatchObject({ expected: '0 decimals', actual: '100.5' });
  });
});

describe('an error answer', () => {
  const tooHigh = makeBet('t1', ['101', '0']);

  it.each<[string, Answer, string]>([
    ['no message', answered(400, '{"error":"insufficient_balance"}'), 'message'],
    ['no code', answered(400, '{"message":"not enough"}'), 'error'],
    ['neither', answered(400, '{}'), 'error and no string message'],
    ['a message that is an object', answered(400, '{"error":"insufficient_balance","message":{}}'), 'message'],
  ])('needs a string error and a string message: %s', (_, answer, missing) => {
    const state = judgeAll(annasCase(), said(tooHigh, answer));
    expect(findingsOf(state)).toEqual(['error-body-incomplete ERR-01']);
    expect(findingsIn(state)[0]?.message).toBe(`makeBet t1: the error answer (HTTP 400) has no string ${missing}.`);
  });

  it('is complete with both', () => {
    expect(findingsOf(judgeAll(annasCase(), said(tooHigh, refusal('insufficient_balance'))))).toEqual([]);
  });
});
