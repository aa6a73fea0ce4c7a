import { describe, expect, it } from '@jest/globals';
import { findingsIn } from '../../src/judge/case.ts';
import { type Failure, failures } from '../../src/spec/exchange.ts';
import { findings } from '../../src/spec/finding.ts';
import { makeBet, rollback, shownBalance } from '../ledger/wallet.ts';
import { annasCase, failed, findingsOf, judgeAll, opening, said } from './calls.ts';

const bet = makeBet('t1', ['10', '0']);

/** Failures that say something about the agent, and what they say. */
const breaches: Partial<Record<Failure, string>> = {
  timeout: 'too-slow TIME-01',
  closed: 'no-answer ROB-11',
  'too-large': 'answer-not-json BAL-01',
  unreadable: 'answer-not-json BAL-01',
};

describe('a callback without an answer', () => {
  it.each(Object.entries(breaches))('is a breach: %s is %s', (failure, finding) => {
    const state = judgeAll(annasCase(['BET-01']), said(bet, failed(failure as Failure)));
    expect([findingsOf(state), state.ending?.kind]).toEqual([[finding], 'breach']);
    expect(findingsIn(state)[0]?.message).toBe(`makeBet t1: it ended: ${failure}.`);
  });

  // These are our own doing: what the agent did is open, and the next answer tells.
  const ours: ReadonlySet<Failure> = new Set(['dropped', 'hung-up']);
  const silent = failures.filter((failure) => !(failure in breaches) && !ours.has(failure));

  it.each(silent)('says nothing about the agent, and nothing is judged: %s', (failure) => {
    const state = judgeAll(annasCase(['BET-01']), said(bet, failed(failure)));
    expect(findingsOf(state)).toEqual([]);
    expect(state.ending).toEqual({
      kind: 'inconclusive',
      reason: `makeBet t1: it ended: ${failure}.`,
    });
    expect(state.shown.has('bet')).toBe(false);
  });

  it.each(['too-large', 'unreadable'] as const)(
    'is advised by what is true for all answers that cannot be read: %s',
    (failure) => {
      const [finding] = findingsIn(judgeAll(annasCase(['BET-01']), said(bet, failed(failure))));
      const hint = finding === undefined ? '' : findings[finding.code].hint;
      expect(hint).toMatch(/complete JSON object .* HTTP/);
      expect(hint).not.toMatch(/HTML|framework/);
    },
  );

  it('is no crash like any other where there is nothing to roll back, which is answered with the balance', () => {
    const state = judgeAll(annasCase(['RB-05']), said(rollback('t1'), failed('closed')));
    expect(findingsOf(state)).toEqual(['unknown-rollback-fails RB-05']);
  });

  it('moves nothing in the ledger', () => {
    expect(shownBalance(judgeAll(annasCase(), said(bet, failed('timeout'))).ledger)).toBe('100');
  });

  it('may be the very first', () => {
    const state = judgeAll(annasCase(), opening(failed('timeout')));
    expect(findingsOf(state)).toEqual(['too-slow TIME-01']);
  });
});
