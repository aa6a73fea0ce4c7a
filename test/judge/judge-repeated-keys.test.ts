import { describe, expect, it } from '@jest/globals';
import type { Call } from '../../src/judge/call.ts';
import { type Case, findingsIn } from '../../src/judge/case.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import { makeBet, shownBalance } from '../ledger/wallet.ts';
import { annasCase, answered, balance, failed, findingsOf, judgeAll, refusal, said } from './calls.ts';

/** bet 1 stands first, and bet 10, which is signed, last. */
const repeated = (answer: Answer): Call => ({
  ...said(makeBet('t1', ['10', '0']), answer),
  intent: {
    kind: 'repeated-keys',
    callback: makeBet('t1', ['10', '0']),
    first: makeBet('t1', ['1', '0']),
  },
});

const judged = (answer: Answer): Case => judgeAll(annasCase(['ROB-10']), repeated(answer));

describe('a key that stands twice', () => {
  it.each<[string, Answer, string, string, RegExp]>([
    ['refused', refusal('invalid_request'), 'observed', '100', /refused it with HTTP 400/],
    ['taken by its last value', balance('90'), 'observed', '90', /took the last value of each key/],
    ['taken by its first value', balance('99'), 'money-at-risk', '99', /applied the first/],
    ['answered oddly', answered(200, '{"ok":true}'), 'observed', '100', /gave an odd answer/],
  ])('%s is recorded', (_what, answer, code, left, words) => {
    const state = judged(answer);
    expect(findingsIn(state)).toMatchObject([{ code, requirement: 'ROB-10' }]);
    expect(findingsIn(state)[0]?.message).toMatch(words);
    expect(shownBalance(state.ledger)).toBe(left);
    expect(state.shown.has('invalid')).toBe(true);
  });

  it('is no breach, whatever the agent does with it', () => {
    expect(findingsOf(judged(balance('99')))).toEqual(['money-at-risk ROB-10 risk']);
    expect(judged(balance('99')).ending).toBeUndefined();
  });

  it('that leads to a balance of neither value is a balance that calls must confirm', () => {
    const state = judged(balance('42'));
    expect(findingsOf(state)).toEqual(['wrong-balance ROB-10']);
    expect(state.ending).toMatchObject({ finding: { expected: '90.00', actual: '42.00' } });
  });

  it('that is not answered is judged as any silence', () => {
    expect(judged(failed('timeout')).ending).toBeDefined();
  });
});
