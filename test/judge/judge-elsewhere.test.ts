import { describe, expect, it } from '@jest/globals';
import { findingsIn } from '../../src/judge/case.ts';
import type { Account } from '../../src/ledger/account.ts';
import { anna, annaInEuro, boris, getBalance, makeBet, rollback } from '../ledger/wallet.ts';
import { annasCase, balance, findingsOf, judgeAll, opening, said } from './calls.ts';

/** What of a call that should have moved nothing, or something else, another account shows. */
const inXts: Account = { ...anna, currency: 'XTS' };

const opened = (...ids: readonly string[]) =>
  judgeAll(annasCase(ids), opening(balance('50'), boris), opening(balance('7'), annaInEuro));

describe('a makeBet in a currency that nobody has', () => {
  const bet = (text: string) => judgeAll(opened('BAL-07'), said(makeBet('t1', ['10', '1'], inXts), balance(text)));

  it('that is answered with what another currency of the player has after it was booked there', () => {
    const [finding] = findingsIn(bet('91'));
    expect(finding).toMatchObject({ code: 'foreign-money-moved', weight: 'breach', actual: 'balance 91' });
    expect(finding?.likelyCause).toBe('the makeBet of anna in XTS was booked in the account of anna in USD');
  });

  it("is accepted for an unknown account where another player's account has like money by chance", () => {
    expect(findingsOf(bet('41'))[0]).toMatch(/^accepted-unknown-account /);
  });

  it('is accepted for an unknown account where the answer is no balance of anybody after it', () => {
    expect(findingsOf(bet('0'))[0]).toMatch(/^accepted-unknown-account /);
  });

  it('is no booking elsewhere where it moves nothing', () => {
    const nothing = judgeAll(opened('BAL-07'), said(makeBet('t1', ['2', '2'], inXts), balance('100')));
    expect(findingsOf(nothing)[0]).not.toMatch(/^foreign-money-moved/);
  });
});

describe('a rollback that sets the balance back to what it was', () => {
  const bets = [said(makeBet('t1', ['10', '0']), balance('90')), said(makeBet('t2', ['5', '0']), balance('85'))];

  it('undoes what came since, and is told so', () => {
    const [finding] = findingsIn(judgeAll(annasCase(['RB-01']), ...bets, said(rollback('t1'), balance('100'))));
    expect(finding).toMatchObject({ code: 'wrong-amounts-rolled-back', requirement: 'RB-01', expected: '95.00' });
    expect(finding?.likelyCause).toBe(
      '100.00 is what there was before t1: the rollback sets the balance back, and undoes what came since',
    );
  });

  it('is right where nothing came since', () => {
    const [, second] = [bets[0], said(rollback('t1'), balance('100'))];
    expect(findingsOf(judgeAll(annasCase(['RB-01']), bets[0] ?? second, second))).toEqual([]);
  });
});

describe("a rollback of another player's transaction", () => {
  const bet = said(makeBet('t1', ['10', '2']), balance('92'));
  const asked = said(rollback('t1', boris), balance('50'));

  it('that refunds its owner is a note, once the owner shows it', () => {
    const before = judgeAll(opened('RB-12'), bet, asked);
    expect(findingsOf(before)).toEqual([]);
    const after = judgeAll(before, said(getBalance(), balance('100')));
    expect(findingsOf(after)).toEqual(['rolled-back-for-another RB-12 note']);
    expect(findingsIn(after)[0]?.message).toBe(
      'getBalance: t1 of anna was rolled back, for its owner, when another account asked for it.',
    );
    expect(findingsOf(judgeAll(after, said(rollback('t1'), balance('100'))))).toHaveLength(1);
  });

  it('that refunds nobody is nothing to tell', () => {
    expect(findingsOf(judgeAll(opened('RB-12'), bet, asked, said(getBalance(), balance('92'))))).toEqual([]);
  });

  it('that refunds who asked breaks a must', () => {
    const taken = judgeAll(opened('RB-12'), bet, said(rollback('t1', boris), balance('58')));
    expect(findingsOf(taken)).toEqual(['foreign-money-moved RB-12']);
  });
});
