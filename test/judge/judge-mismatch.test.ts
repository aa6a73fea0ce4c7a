import { describe, expect, it } from '@jest/globals';
import type { Call } from '../../src/judge/call.ts';
import { type Case, findingsIn } from '../../src/judge/case.ts';
import { anna, annaInEuro, boris, getBalance, makeBet, rollback } from '../ledger/wallet.ts';
import { annasCase, balance, failed, findingsOf, judgeAll, opening, probe, refusal, said } from './calls.ts';

const bet = makeBet('t1', ['10', '0']);
const both = makeBet('t1', ['10', '3']);
const win = makeBet('t1', ['0', '7']);
const other = makeBet('t2', ['4', '0']);
const applied = said(bet, balance('90'));
const bothApplied = said(both, balance('93'));
const winApplied = said(win, balance('107'));
const otherApplied = said(other, balance('86'));
const rolledBack = said(rollback('t1'), balance('100'));
const tooHigh = makeBet('t1', ['101', '500']);
const refused = said(tooHigh, refusal('insufficient_balance'));
const borisOpens = opening(balance('50'), boris);
const progress = { played: 1, total: 3, isFinish: false, accumulatedWin: '25' };

/** The finding, the requirements that the scenario shows, and the calls; the last one is wrong. */
const wrongBalances: [string, string[], Call[]][] = [
  ['wrong-balance BAL-02', ['BAL-02'], [said(getBalance(), balance('77'))]],
  ['another-players-balance BAL-09', [], [borisOpens, applied, said(getBalance(), balance('50'))]],
  ['wrong-balance BAL-03', [], [borisOpens, applied, said(getBalance(), balance('57'))]],
  ['stale-balance BAL-03', [], [applied, otherApplied, said(getBalance(), balance('100'))]],
  ['not-applied BAL-03', [], [applied, said(getBalance(), balance('100'))]],
  ['freespins-progress-paid FS-01', ['FS-01'], [said(getBalance(anna, progress), balance('125'))]],
  [
    'freespins-progress-paid FS-02',
    ['FS-02'],
    [said(getBalance(anna, progress), balance('100')), said(getBalance(), balance('125'))],
  ],
  ['not-applied BET-01', ['BET-01'], [said(bet, balance('100'))]],
  ['not-applied BET-12', ['BET-12'], [said(bet, balance('100'))]],
  ['double-application BET-01', [], [said(bet, balance('80'))]],
  ['bet-not-debited BET-02', [], [said(both, balance('103'))]],
  ['win-not-credited BET-02', [], [said(both, balance('90'))]],
  ['not-applied BET-03', [], [said(win, balance('100'))]],
  ['wrong-balance BET-04', [], [said(makeBet('t1', ['0', '0']), balance('95'))]],
  ['wrong-arithmetic BET-11', ['BET-11'], [said(bet, balance('90.01'))]],
  ['double-application IDEM-01', [], [applied, said(bet, balance('80'))]],
  ['double-application IDEM-02', ['IDEM-02'], [applied, said({ ...bet, requestId: 'x' }, balance('80'))]],
  ['duplicate-applied IDEM-04', ['IDEM-04'], [applied, said(makeBet('t1', ['25', '0']), balance('65'))]],
  // Nobody heard the first answer: the amount may be off since then.
  ['wrong-balance IDEM-12', ['IDEM-12'], [said(both, failed('dropped')), said(both, balance('92.7'))]],
  ['double-application IDEM-12', ['IDEM-12'], [said(bet, failed('dropped')), said(bet, balance('80'))]],
  ['stale-balance IDEM-03', ['IDEM-03'], [applied, otherApplied, said(bet, balance('90'))]],
  ['double-application IDEM-10', ['IDEM-10'], [winApplied, said(win, balance('114'))]],
  ['rollback-not-applied RB-01', [], [applied, said(rollback('t1'), balance('90'))]],
  ['win-not-reverted RB-02', [], [bothApplied, said(rollback('t1'), balance('103'))]],
  ['bet-not-refunded RB-02', [], [bothApplied, said(rollback('t1'), balance('90'))]],
  ['rollback-not-applied RB-03', [], [winApplied, said(rollback('t1'), balance('107'))]],
  ['rollback-applied-again RB-04', [], [applied, rolledBack, said(rollback('t1'), balance('110'))]],
  ['rolled-back-bet-applied RB-07', [], [applied, rolledBack, said(bet, balance('90'))]],
  ['rollback-applied-again RB-05', [], [applied, said(rollback('nothing'), balance('100'))]],
  ['rollback-applied-again RB-09', [], [refused, probe(balance('100')), said(rollback('t1'), balance('201'))]],
  ['wrong-amounts-rolled-back RB-01', [], [applied, said(rollback('t1'), balance('115'))]],
  ['wrong-amounts-rolled-back RB-14', ['RB-14'], [applied, said(rollback('t1'), balance('115'))]],
  ['foreign-money-moved RB-12', [], [borisOpens, applied, said(rollback('t1', boris), balance('60'))]],
  ['foreign-money-moved BAL-03', [], [borisOpens, applied, said(getBalance(boris), balance('40'))]],
  ['foreign-money-moved ISO-01', ['ISO-01'], [borisOpens, applied, said(getBalance(boris), balance('40'))]],
  [
    'foreign-money-moved ISO-02',
    ['ISO-02'],
    [opening(balance('50'), annaInEuro), applied, said(getBalance(annaInEuro), balance('40'))],
  ],
];

const isBreach = (state: Case): boolean => state.ending?.kind === 'breach';

describe('a balance that no right agent answers', () => {
  it.each(wrongBalances)('is told as %s', (finding, requirements, calls) => {
    const before = judgeAll(annasCase(requirements), ...calls.slice(0, -1));
    expect([findingsOf(before), isBreach(before)]).toEqual([[], false]);
    const state = judgeAll(before, ...calls.slice(-1));
    expect([findingsOf(state), isBreach(state)]).toEqual([[finding], true]);
  });

  it('is charged to each requirement of the scenario that the situation shows', () => {
    const state = judgeAll(annasCase(['BET-01', 'BET-10', 'RB-01']), said(bet, balance('100')));
    expect(findingsOf(state)).toEqual(['not-applied BET-01', 'not-applied BET-10']);
  });
});

const otherwise = said(getBalance(), balance('90'));

describe('such a balance', () => {
  it('is told with both amounts, the likeliest cause and the calls that show it', () => {
    const again = said({ ...bet, requestId: 'req-again' }, balance('80'));
    const state = judgeAll(annasCase(['IDEM-01']), applied, otherwise, again);
    expect(findingsIn(state)[0]).toEqual({
      code: 'double-application',
      requirement: 'IDEM-01',
      weight: 'breach',
      message: 'makeBet t1: the balance is 80.00, it must be 90.00.',
      expected: '90.00',
      actual: '80.00',
      likelyCause: 't1 was debited twice: 80.00 = 90.00 - 10.00',
      line: 1,
      scenario: 'scenario.yaml',
      exchanges: ['req-bet-t1', 'req-again'],
    });
  });

  it('names its line, where it comes from a step', () => {
    const state = judgeAll(annasCase(), { ...said(bet, balance('100')), line: 7 });
    expect(findingsIn(state)[0]?.line).toBe(7);
  });

  it('is shown with the call before it, where it is about no transaction', () => {
    const state = judgeAll(annasCase(), applied, otherApplied, said(getBalance(), balance('77')));
    expect(findingsIn(state)[0]?.exchanges).toEqual(['req-bet-t2', 'req-balance']);
  });

  it('is shown with the last four calls of its transaction at most', () => {
    const again = (n: number): Call => said({ ...bet, requestId: `again-${n}` }, balance('90'));
    const wrong = said({ ...bet, requestId: 'wrong' }, balance('80'));
    const state = judgeAll(annasCase(), applied, ...[1, 2, 3, 4, 5].map(again), wrong);
    expect(findingsIn(state)[0]?.exchanges).toEqual(['again-2', 'again-3', 'again-4', 'again-5', 'wrong']);
  });

  it.each(['1e50', '1e400', '1e-50'])('is none at all where it can be no money: %s', (text) => {
    const state = judgeAll(annasCase(), said(getBalance(), balance(text)));
    expect(findingsOf(state)).toEqual(['balance-not-a-number BAL-01']);
    expect(findingsIn(state)[0]?.message).toContain(`content.balance is ${text}`);
  });
});

/** The finding, the requirements that the scenario shows, and the calls; the last one is wrong. */
const acceptedCalls: [string, string[], Call[]][] = [
  ['accepted-overdraft BET-06', [], [said(tooHigh, balance('499'))]],
  ['accepted-overdraft BET-08', ['BET-08'], [said(tooHigh, balance('499'))]],
  ['accepted-overdraft BET-06', ['BET-06', 'BET-07'], [said(tooHigh, balance('100'))]],
  ['accepted-unknown-account BAL-05', [], [said(getBalance(boris), balance('0'))]],
  ['accepted-unknown-account BET-17', ['BET-17'], [said(makeBet('t1', ['1', '0'], boris), balance('0'))]],
  ['accepted-unknown-account BAL-07', [], [said(getBalance(annaInEuro), balance('100'))]],
  ['accepted-invalid BET-16', [], [said(makeBet('t1', ['0.005', '0']), balance('55'))]],
];

describe('a balance where a refusal is due', () => {
  it.each(acceptedCalls)('is told as %s', (finding, requirements, calls) => {
    const state = judgeAll(annasCase(requirements), ...calls);
    expect([findingsOf(state), isBreach(state)]).toEqual([[finding], true]);
  });

  it('is told with the bet and the balance that did not cover it', () => {
    const state = judgeAll(annasCase(), said(tooHigh, balance('499')));
    expect(findingsIn(state)[0]).toMatchObject({
      message:
        'makeBet t1: answered with the balance 499 where a refusal is expected. The bet is 101, the balance was 100.00.',
      expected: 'an error answer',
      actual: 'balance 499',
    });
  });
});

describe('the balance after a refusal', () => {
  it.each([
    ['money-moved-on-refusal BET-06', []],
    ['money-moved-on-refusal BET-08', ['BET-08']],
  ])('shows money that moved all the same: %s', (finding, requirements) => {
    const state = judgeAll(annasCase(requirements), refused, probe(balance('499')));
    expect(findingsOf(state)).toEqual([finding]);
    expect(findingsIn(state)[0]?.likelyCause).toBe(
      't1, which must not be applied, was applied: 499.00 = 100.00 + 399.00',
    );
  });

  it('shows nothing where none did, and the next breach is not laid on the refusal', () => {
    const state = judgeAll(annasCase(), refused, probe(balance('100')), said(getBalance(), balance('90')));
    expect(findingsOf(state)).toEqual(['wrong-balance BAL-03']);
  });
});
