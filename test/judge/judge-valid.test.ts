import { describe, expect, it } from '@jest/globals';
import type { Call } from '../../src/judge/call.ts';
import { findingsIn } from '../../src/judge/case.ts';
import type { Quirks } from '../../src/spec/quirks.ts';
import type { Situation } from '../../src/spec/situation.ts';
import { anna, annaInEuro, boris, getBalance, makeBet, rollback, shownBalance } from '../ledger/wallet.ts';
import {
  annasCase,
  answered,
  balance,
  demandingRefusal,
  findingsOf,
  judgeAll,
  opening,
  refusal,
  said,
} from './calls.ts';

const bet = makeBet('t1', ['10', '0']);
const applied = said(bet, balance('90'));
const refusedBet = said(makeBet('t1', ['101', '0']), refusal('insufficient_balance'));
const borisOpens = opening(balance('50'), boris);
const progress = { played: 1, total: 3, isFinish: false, accumulatedWin: '25' };
const spentWin = [said(makeBet('t1', ['0', '30']), balance('130')), said(makeBet('t2', ['110', '0']), balance('20'))];

/** What the last call is, a requirement that shows it, and the calls. */
const rightAnswers: [Situation, string, Call[]][] = [
  ['balance', 'BAL-03', [said(getBalance(), balance('100'))]],
  ['balance', 'BAL-03', [said(getBalance(), balance('100.00'))]],
  ['balance', 'BAL-03', [said(getBalance(), balance('1.0e2'))]],
  ['balance-with-freespins', 'FS-01', [said(getBalance(anna, progress), balance('100'))]],
  ['bet', 'BET-01', [applied]],
  ['win', 'BET-03', [said(makeBet('t1', ['0', '2.5']), balance('102.5'))]],
  ['bet-and-win', 'BET-02', [said(makeBet('t1', ['10', '2.5']), balance('92.5'))]],
  ['zero', 'BET-04', [said(makeBet('t1', ['0', '0']), balance('100'))]],
  ['bet', 'BET-05', [said(makeBet('t1', ['100', '0']), balance('0'))]],
  ['bet-above-balance', 'BET-06', [refusedBet]],
  ['bet-above-balance', 'BET-07', [refusedBet]],
  ['duplicate', 'IDEM-01', [applied, said(bet, balance('90'))]],
  ['duplicate', 'IDEM-03', [applied, said(makeBet('t2', ['5', '0']), balance('85')), said(bet, balance('85'))]],
  ['rollback-of-bet', 'RB-01', [applied, said(rollback('t1'), balance('100'))]],
  [
    'rollback-of-bet-and-win',
    'RB-02',
    [said(makeBet('t1', ['10', '25']), balance('115')), said(rollback('t1'), balance('100'))],
  ],
  [
    'rollback-of-win',
    'RB-03',
    [said(makeBet('t1', ['0', '25']), balance('125')), said(rollback('t1'), balance('100'))],
  ],
  ['rollback-again', 'RB-04', [applied, said(rollback('t1'), balance('100')), said(rollback('t1'), balance('100'))]],
  ['rolled-back-bet-again', 'RB-07', [applied, said(rollback('t1'), balance('100')), said(bet, balance('100'))]],
  ['rollback-unknown', 'RB-05', [said(rollback('t1'), balance('100'))]],
  ['rollback-of-refused', 'RB-09', [refusedBet, said(rollback('t1'), balance('100'))]],
  ['foreign-rollback', 'RB-12', [borisOpens, applied, said(rollback('t1', boris), balance('50'))]],
  [
    'foreign-rollback',
    'RB-12',
    [borisOpens, applied, said(rollback('t1', boris), refusal('transaction_not_found', 404))],
  ],
  ['unknown-player', 'BAL-05', [said(getBalance(boris), refusal('player_not_found', 404))]],
  ['unknown-player', 'BET-17', [said(makeBet('t1', ['1', '0'], boris), refusal('player_not_found', 200))]],
  ['unknown-currency', 'BAL-07', [said(getBalance(annaInEuro), refusal('invalid_currency'))]],
];

describe('a right answer gives no finding', () => {
  it.each(rightAnswers)('%s, %s', (situation, requirement, calls) => {
    const state = judgeAll(annasCase([requirement]), ...calls);
    expect(findingsOf(state)).toEqual([]);
    expect(state.ending).toBeUndefined();
    expect(state.shown.has(situation)).toBe(true);
  });
});

/** The finding, what it says of the agent, and the calls. */
const silentCases: [string, string, Call[]][] = [
  [
    'transaction-not-found-answer RB-05 note',
    'answered transaction_not_found to the rollback of a transaction it does not have',
    [said(rollback('t1'), refusal('transaction_not_found', 404))],
  ],
  [
    'transaction-not-found-answer RB-09 note',
    'answered transaction_not_found to the rollback of a transaction it does not have',
    [refusedBet, said(rollback('t1'), refusal('transaction_not_found', 404))],
  ],
  [
    'observed RB-08 note',
    'did not apply the bet whose rollback came first',
    [said(rollback('t1'), balance('100')), said(bet, balance('100'))],
  ],
  [
    'observed RB-08 note',
    'refused the bet whose rollback came first',
    [said(rollback('t1'), balance('100')), said(bet, refusal('cancelled'))],
  ],
  [
    'observed BET-13 note',
    'applied the refused bet, now that it is covered',
    [refusedBet, said(makeBet('t2', ['0', '50']), balance('150')), said(makeBet('t1', ['101', '0']), balance('49'))],
  ],
  [
    'observed IDEM-11 note',
    "took another account's transaction_id for known",
    [borisOpens, applied, said(makeBet('t1', ['8', '0'], boris), balance('50'))],
  ],
  [
    'money-at-risk IDEM-11 risk',
    'applied one transaction_id for two accounts: money moved for both',
    [borisOpens, applied, said(makeBet('t1', ['8', '0'], boris), balance('42'))],
  ],
  [
    'observed BET-16 note',
    'refused an amount finer than the currency',
    [said(makeBet('t1', ['0.005', '0']), refusal('bad_amount'))],
  ],
  [
    'observed BET-16 note',
    'rounded an amount finer than the currency (half up)',
    [said(makeBet('t1', ['0.005', '0']), balance('99.99'))],
  ],
  [
    'observed BET-16 note',
    'rounded an amount finer than the currency (half even)',
    [said(makeBet('t1', ['0.005', '0']), balance('100'))],
  ],
  [
    'observed RB-13 note',
    'let the balance go below zero for a spent win',
    [...spentWin, said(rollback('t1'), balance('-10'))],
  ],
  [
    'observed RB-13 note',
    'refused to roll back a win that is spent',
    [...spentWin, said(rollback('t1'), refusal('spent'))],
  ],
  [
    'money-at-risk RB-13 risk',
    'stopped at zero when a spent win was rolled back: 10 was created',
    [...spentWin, said(rollback('t1'), balance('0'))],
  ],
  ['observed BAL-07 note', 'opened a purse on demand', [said(getBalance(annaInEuro), balance('0'))]],
];

describe('an answer where the specification is silent is noted', () => {
  it.each(silentCases)('%s: the agent %s', (finding, sentence, calls) => {
    const state = judgeAll(annasCase(), ...calls);
    expect(findingsOf(state)).toEqual([finding]);
    expect(findingsIn(state)[0]?.message).toContain(`the agent ${sentence}.`);
    expect(state.ending).toBeUndefined();
  });

  it('fields that come only with freespins, also beside and below the balance', () => {
    const more = answered(200, '{"content":{"balance":100,"bonus":{"left":2}},"pack":"p1"}');
    const noted = judgeAll(annasCase(['BAL-04']), said(getBalance(anna, progress), more));
    expect(findingsOf(noted)).toEqual(['fields-with-freespins BAL-04 note']);
    expect(findingsIn(noted)[0]?.message).toBe(
      'getBalance: only with freespins the answer has content.bonus, content.bonus.left, pack.',
    );
    const always = judgeAll(annasCase(['BAL-04']), said(getBalance(), more), said(getBalance(anna, progress), more));
    expect(findingsOf(always)).toEqual([]);
  });

  it('a bet that is debited after its rollback puts money at risk, by name', () => {
    const state = judgeAll(annasCase(), said(rollback('t1'), balance('100')), said(bet, balance('90')));
    expect(findingsOf(state)).toEqual(['applied-after-rollback RB-08 risk']);
    expect(findingsIn(state)[0]?.message).toBe(
      'makeBet t1: t1 was applied after its rollback had been answered (- 10.00). To the platform it is void, and no further rollback will come.',
    );
    expect(state.ending).toBeUndefined();
  });

  it('and the money is followed as the agent moved it', () => {
    const late = judgeAll(annasCase(), said(rollback('t1'), balance('100')), said(bet, balance('90')));
    expect(shownBalance(late.ledger)).toBe('90');
    const kept = judgeAll(annasCase(), said(makeBet('t1', ['0.005', '0']), balance('99.995')));
    expect(shownBalance(kept.ledger)).toBe('99.995');
    const next = judgeAll(kept, said(getBalance(), balance('99.995')));
    // Digits of an amount that was sent to it are no fault of the agent.
    expect(findingsOf(next)).toEqual(['observed BET-16 note']);
  });
});

const unknown = rollback('t1');
const notFound = refusal('transaction_not_found', 404);

describe('the rollback of an unknown transaction', () => {
  it.each<[Quirks['unknownRollback'], Call, string[]]>([
    ['either', said(unknown, refusal('no_such_bet', 404)), ['refused-valid RB-05']],
    ['balance', said(unknown, balance('100')), []],
    ['balance', said(unknown, notFound), ['refused-valid RB-05']],
    ['transaction_not_found', said(unknown, notFound), ['transaction-not-found-answer RB-05 note']],
    ['transaction_not_found', said(unknown, balance('100')), ['accepted-invalid RB-05']],
  ])('is judged by the quirk %s', (unknownRollback, call, findings) => {
    expect(findingsOf(judgeAll(annasCase(['RB-05'], { unknownRollback }), call))).toEqual(findings);
  });
});

describe('a balance with more digits than the currency', () => {
  it('is compared at the scale of the currency, and its digits are a finding of their own', () => {
    const state = judgeAll(annasCase(['BAL-03']), said(getBalance(), balance('100.00000000000001')));
    expect(findingsOf(state)).toEqual(['too-many-digits BAL-08']);
    expect(state.ending).toBeUndefined();
  });

  it('is a breach of the money where it differs at that scale', () => {
    const state = judgeAll(annasCase(['BAL-03']), said(getBalance(), balance('100.005')));
    expect(findingsOf(state)).toEqual(['too-many-digits BAL-08', 'wrong-arithmetic BAL-03']);
  });

  it('may be there from the start, as floating point leaves it', () => {
    const state = judgeAll(
      annasCase(['BET-01']),
      opening(balance('0.30000000000000004')),
      said(makeBet('t1', ['0.1', '0']), balance('0.20000000000000004')),
      said(makeBet('t2', ['0.1', '0']), balance('0.1')),
    );
    expect(findingsOf(state)).toEqual(['too-many-digits BAL-08', 'too-many-digits BAL-08']);
  });
});

describe('a step that demands a refusal', () => {
  it('is content with one', () => {
    const call = demandingRefusal(refusedBet, 'insufficient_balance');
    expect(findingsOf(judgeAll(annasCase(['BET-07']), call))).toEqual([]);
  });

  it('takes no balance, not even the right one', () => {
    const state = judgeAll(annasCase(['BET-01']), demandingRefusal(applied));
    expect(findingsOf(state)).toEqual(['accepted-invalid BET-01']);
    expect(state.ending?.kind).toBe('breach');
    expect(findingsIn(state)[0]?.message).toBe(
      'makeBet t1: answered with the balance 90, the scenario demands a refusal.',
    );
  });
});
