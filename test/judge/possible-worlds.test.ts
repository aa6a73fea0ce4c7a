import { describe, expect, it } from '@jest/globals';
import { type Case, forkLedger, unsureAccounts } from '../../src/judge/case.ts';
import { judgeCall } from '../../src/judge/one-call.ts';
import type { Callback } from '../../src/spec/callback.ts';
import { anna, boris, getBalance, makeBet, rollback, shownBalance } from '../ledger/wallet.ts';
import { annasCase, balance, caseOf, judgeAll, opening, said } from './calls.ts';

const bet = makeBet('t1', ['10', '0']);
const start = annasCase();
const lost = forkLedger(start, bet);

/** What anna may have, the likeliest first. */
const worlds = ({ ledger, others }: Case): string[] => [ledger, ...others].map((each) => shownBalance(each));

const answeredWith = (state: Case, callback: Callback, text: string): string[] =>
  worlds(judgeCall(state, said(callback, balance(text))));

describe('a call whose answer was lost', () => {
  it('was handled, as is likeliest, or never came', () => {
    expect(worlds(lost)).toEqual(['90', '100']);
  });

  it('that changes nothing leaves one wallet', () => {
    expect(worlds(forkLedger(start, getBalance()))).toEqual(['100']);
  });

  it('that is lost again does not make more wallets than differ', () => {
    expect(worlds(forkLedger(lost, bet))).toEqual(['90', '100']);
  });

  it('leaves in doubt what any two wallets have differently', () => {
    const forked = forkLedger(lost, makeBet('t2', ['1', '0']));
    expect(forked.others).toHaveLength(3);
    expect(forked.doubtful).toEqual(['t1', 't2']);
  });

  it('is followed in every wallet that it leaves with others, of whichever the agent tells the truth', () => {
    const forked = lostBets(7).reduce<Case>(forkLedger, start);
    expect(new Set(worlds(forked)).size).toBe(128);
    expect(judgeAll(forked, said(getBalance(), balance('100'))).ending).toBeUndefined();
    expect(judgeAll(forked, said(getBalance(), balance('67'))).ending).toBeUndefined();
  });

  it('ends the judgement, and accuses nobody, where it leaves more wallets than are followed', () => {
    const forked = lostBets(8).reduce<Case>(forkLedger, judgeAll(caseOf([]), opening(balance('1000'))));
    expect(forked.ending).toMatchObject({ kind: 'inconclusive', reason: expect.stringContaining('200 possible') });
  });
});

/** Sums of these tell which of them there are; the first seven come to 63.50. */
const lostBets = (count: number): Callback[] =>
  Array.from({ length: count }, (_, place) => makeBet(`t${place}`, [`${2 ** place * 0.5}`, '0']));

describe('an answer', () => {
  it('that one wallet alone allows settles the matter', () => {
    expect(answeredWith(lost, getBalance(), '90')).toEqual(['90']);
    expect(answeredWith(lost, getBalance(), '100')).toEqual(['100']);
  });

  it('that changes the wallet is judged by the wallet that allows it', () => {
    expect(answeredWith(lost, bet, '90')).toEqual(['90']);
  });

  it('that several wallets allow keeps them, as they are after the call', () => {
    const { ledger, others, ending } = judgeCall(lost, said(rollback('t1'), balance('100')));
    const states = [ledger, ...others].map(({ transactions }) => transactions.get('t1')?.state);
    expect([states, ending]).toEqual([['rolled-back', 'cancelled'], undefined]);
  });

  it('that no wallet allows is judged by the likeliest', () => {
    expect(answeredWith(lost, getBalance(), '55')).toEqual(['90']);
    expect(judgeCall(lost, said(getBalance(), balance('55'))).ending).toMatchObject({
      finding: { expected: '90.00', actual: '55.00' },
    });
  });
});

describe('an account', () => {
  it('is unsure while the wallets do not agree on it', () => {
    const both = judgeAll(start, opening(balance('50'), boris));
    expect(unsureAccounts(both)).toEqual([]);
    expect(unsureAccounts(forkLedger(both, bet))).toEqual([anna]);
  });
});
