import { describe, expect, it } from '@jest/globals';
import { amountOf, zero } from '../../src/base/money.ts';
import { bookOf, type Ledger, openLedger, settle, sumOfBook } from '../../src/ledger/ledger.ts';
import { step } from '../../src/ledger/step.ts';
import type { MakeBet } from '../../src/spec/callback.ts';
import {
  anna,
  annaInEuro,
  boris,
  byDefault,
  type Deed,
  getBalance,
  makeBet,
  outlineAll,
  rollback,
  shownBalance,
  stateOf,
  walletAfter,
  walletWith,
} from './wallet.ts';

const wallet = walletWith([anna, '100'], [boris, '50']);
const outlined = (ledger: Ledger, callback: MakeBet): string[] => outlineAll(step(ledger, callback, byDefault));

/** Balances and states after each branch, in their order. */
const endings = (ledger: Ledger, callback: MakeBet): string[] =>
  step(ledger, callback, byDefault).branches.map(
    (branch) => `${shownBalance(branch.ledger, callback)} ${stateOf(branch.ledger, callback.transactionId)}`,
  );

describe('a new makeBet (section 3: unknown)', () => {
  it.each<[string, Deed, string]>([
    ['bet', ['10', '0'], '90'],
    ['bet', ['100', '0'], '0'],
    ['win', ['0', '2.5'], '102.5'],
    ['zero', ['0', '0'], '100'],
    ['zero', ['0.00', '0e5'], '100'],
    ['bet-and-win', ['10', '10'], '100'],
    ['bet-and-win', ['10', '2.75'], '92.75'],
    ['bet-and-win', ['0.1', '0.2'], '100.1'],
    ['bet-and-win', ['100', '250'], '250'],
  ])('is a %s: %s is debited and credited, the balance becomes %s', (situation, deed, balance) => {
    const callback = makeBet('t1', deed);
    expect(outlined(wallet, callback)).toEqual([situation, `expected ${balance}`]);
    expect(endings(wallet, callback)).toEqual([`${balance} processed`]);
  });

  it('keeps bet and win of the transaction, and whose it is', () => {
    const { account, bet, win, id } = walletAfter(wallet, makeBet('t1', ['10', '2'])).transactions.get('t1') ?? {
      id: '',
    };
    expect([id, account, bet?.toFixed(), win?.toFixed()]).toEqual(['t1', anna, '10', '2']);
  });

  it('moves no other account', () => {
    expect(shownBalance(walletAfter(wallet, makeBet('t1', ['10', '0'])), boris)).toBe('50');
  });

  it('is applied whether its round is finished or not, and after the round is finished', () => {
    const open = { ...makeBet('t1', ['10', '0']), gameRoundId: 'r', roundFinished: false };
    const late = { ...open, transactionId: 't2', roundFinished: true };
    const later = { ...open, transactionId: 't3' };
    expect(shownBalance(walletAfter(wallet, open, late, later))).toBe('70');
  });
});

describe('a bet above the balance', () => {
  it.each<Deed>([
    ['100.01', '0'],
    ['100.01', '500'],
    ['1e30', '0'],
  ])('is refused, whatever it would win: %s, %s', (...deed) => {
    const callback = makeBet('t1', deed);
    expect(outlined(wallet, callback)).toEqual(['bet-above-balance', 'expected refusal insufficient_balance']);
    expect(endings(wallet, callback)).toEqual(['100 refused']);
  });

  it('is refused again while the money is not there', () => {
    const refused = walletAfter(wallet, makeBet('t1', ['101', '0']));
    expect(outlined(refused, makeBet('t1', ['101', '0']))).toEqual([
      'bet-above-balance',
      'expected refusal insufficient_balance',
    ]);
  });

  it('may be applied or refused when it comes again and is covered: success without a debit is a free bet', () => {
    const covered = walletAfter(wallet, makeBet('t1', ['101', '3']), makeBet('t2', ['0', '50']));
    expect(outlined(covered, makeBet('t1', ['101', '3']))).toEqual(['refused-bet-again', 'note 52', 'note refusal']);
    expect(endings(covered, makeBet('t1', ['101', '3']))).toEqual(['52 processed', '150 refused']);
  });

  it('does not stop a win without a bet, even below zero', () => {
    const inDebt = walletWith([anna, '-5']);
    expect(outlined(inDebt, makeBet('t1', ['0', '2']))).toEqual(['win-below-zero', 'expected -3']);
    expect(outlined(inDebt, makeBet('t1', ['0', '0']))).toEqual(['win-below-zero', 'expected -5']);
    expect(outlined(inDebt, makeBet('t1', ['0.01', '2']))[0]).toBe('bet-above-balance');
  });
});

describe('a makeBet whose transaction is processed (section 3)', () => {
  const processed = walletAfter(wallet, makeBet('t1', ['10', '4']), makeBet('t2', ['1', '0']));

  it.each<[string, MakeBet]>([
    ['the same again', makeBet('t1', ['10', '4'])],
    ['another request_id', { ...makeBet('t1', ['10', '4']), requestId: 'another' }],
    ['another session', { ...makeBet('t1', ['10', '4']), sessionId: 'another' }],
    ['another round', { ...makeBet('t1', ['10', '4']), gameRoundId: 'another' }],
    ['a higher bet', makeBet('t1', ['20', '4'])],
    ['a bet above the balance', makeBet('t1', ['1000', '4'])],
    ['a higher win', makeBet('t1', ['10', '400'])],
    ['amounts finer than the currency', makeBet('t1', ['0.001', '0'])],
  ])('is answered with the balance of now and moves nothing: %s', (_, callback) => {
    expect(outlined(processed, callback)).toEqual(['duplicate', 'expected 93']);
    expect(step(processed, callback, byDefault).branches[0]?.ledger).toBe(processed);
  });
});

describe('a makeBet whose transaction is rolled back', () => {
  const rolledBack = walletAfter(wallet, makeBet('t1', ['10', '4']), rollback('t1'));

  it('is a duplicate: the balance of now', () => {
    expect(outlined(rolledBack, makeBet('t1', ['10', '4']))).toEqual(['rolled-back-bet-again', 'expected 100']);
    expect(endings(rolledBack, makeBet('t1', ['10', '4']))).toEqual(['100 rolled-back']);
  });
});

describe('a makeBet that comes after its own rollback', () => {
  const cancelled = walletAfter(wallet, rollback('t1'));

  it('is ignored or refused, which is noted, or debited', () => {
    expect(outlined(cancelled, makeBet('t1', ['10', '4']))).toEqual([
      'late-bet',
      'note 100',
      'note refusal',
      'allowed 94',
    ]);
    expect(endings(cancelled, makeBet('t1', ['10', '4']))).toEqual(['100 cancelled', '100 cancelled', '94 processed']);
  });

  it('is no bet of the book where it is debited, nor is its refund: the account is off by it meanwhile', () => {
    const opened = walletAfter(openLedger(anna, amountOf('100')), rollback('t1'));
    const debited = step(opened, makeBet('t1', ['10', '4']), byDefault).branches[2]?.ledger ?? opened;
    expect([sumOfBook(debited), bookOf(debited).gap].map(String)).toEqual(['100', '-6']);
    expect(String(bookOf(walletAfter(debited, rollback('t1'))).gap)).toBe('0');
  });

  it('cannot be debited beyond the balance', () => {
    expect(outlined(cancelled, makeBet('t1', ['101', '0']))).toEqual(['late-bet', 'note 100', 'note refusal']);
  });

  it('is late too when the bet was refused before its rollback', () => {
    const refused = walletAfter(wallet, makeBet('t1', ['101', '0']), rollback('t1'));
    expect(outlined(refused, makeBet('t1', ['5', '0']))[0]).toBe('late-bet');
  });
});

describe("a makeBet with the id of another account's transaction", () => {
  const annas = walletAfter(wallet, makeBet('t1', ['10', '0']));

  it('is taken for known, refused, or applied for both, which puts money at risk', () => {
    expect(outlined(annas, makeBet('t1', ['8', '1'], boris))).toEqual([
      'foreign-duplicate',
      'note 50',
      'note refusal',
      'risk 43',
    ]);
  });

  it("never moves the owner's money, and the id stays the owner's", () => {
    const callback = makeBet('t1', ['8', '1'], boris);
    for (const { ledger } of step(annas, callback, byDefault).branches) {
      expect(shownBalance(ledger)).toBe('90');
      expect(ledger.transactions.get('t1')?.account).toEqual(anna);
    }
  });

  it('is foreign in another currency of the same player too', () => {
    const euros = walletAfter(walletWith([anna, '100'], [annaInEuro, '5']), makeBet('t1', ['10', '0']));
    expect(outlined(euros, makeBet('t1', ['10', '0'], annaInEuro))).toEqual([
      'foreign-duplicate',
      'note 5',
      'note refusal',
    ]);
  });
});

describe("a makeBet with the id that another account's refused or cancelled one had", () => {
  it.each([
    ['refused', walletAfter(wallet, makeBet('t1', ['101', '0']))],
    ['cancelled', walletAfter(wallet, rollback('t1'))],
  ])("is no risk where no money had moved for it, and is the second account's then: %s", (_, ledger) => {
    const callback = makeBet('t1', ['8', '1'], boris);
    expect(outlined(ledger, callback)).toEqual(['foreign-duplicate', 'note 50', 'note refusal', 'note 43']);
    const applied = step(ledger, callback, byDefault).branches[2]?.ledger ?? ledger;
    expect(applied.transactions.get('t1')?.account).toEqual(boris);
    expect(shownBalance(walletAfter(applied, rollback('t1', boris)), boris)).toBe('50');
  });
});

describe('amounts finer than the currency', () => {
  it('are refused, kept, or rounded one way or another', () => {
    const callback = makeBet('t1', ['0.015', '0']);
    expect(outlined(wallet, callback)).toEqual([
      'fine-amount',
      'note refusal',
      'note 99.985',
      'note 99.98',
      'note 99.98',
      'note 99.99',
      'note 99.98',
    ]);
    expect(endings(wallet, callback)[0]).toBe('100 unknown');
  });

  it.each<Deed>([
    ['0.001', '0'],
    ['0', '0.001'],
    ['1', '0.001'],
  ])('are found in bet and win: %s, %s', (...deed) => {
    expect(outlined(wallet, makeBet('t1', deed))[0]).toBe('fine-amount');
  });

  it('are not spent beyond the balance, however they are rounded', () => {
    const poor = walletWith([anna, '0.01']);
    expect(outlined(poor, makeBet('t1', ['0.014', '0']))).toEqual([
      'fine-amount',
      'note refusal',
      'note 0',
      'note 0',
      'note 0',
    ]);
  });

  it('depend on the currency', () => {
    const inYen = { playerId: 'anna', currency: 'JPY' };
    const inDinar = { playerId: 'anna', currency: 'KWD' };
    const purses = walletWith([inYen, '100'], [inDinar, '100']);
    expect(outlined(purses, makeBet('t1', ['0.5', '0'], inYen))[0]).toBe('fine-amount');
    expect(outlined(purses, makeBet('t1', ['0.005', '0'], inDinar))[0]).toBe('bet');
  });
});

it('says of each branch what the agent did', () => {
  const late = step(walletAfter(wallet, rollback('t1')), makeBet('t1', ['10', '0']), byDefault);
  expect(late.branches.map(({ sentence }) => sentence)).toEqual([
    'did not apply the bet whose rollback came first',
    'refused the bet whose rollback came first',
    'debited the bet and credited the win',
  ]);
});

it('shows the balance that getBalance shows next', () => {
  const later = walletAfter(wallet, makeBet('t1', ['10', '2.5']));
  expect(outlineAll(step(later, getBalance(), byDefault))).toEqual(['balance', 'expected 92.5']);
});

describe('a makeBet of an earlier run', () => {
  const t1 = { bet: amountOf('10'), win: zero, id: 't1', account: anna, state: 'earlier' } as const;
  const known = settle(walletWith([anna, '100']), t1, zero);

  it('is a duplicate, or new to an agent that began with new data', () => {
    expect(outlined(known, makeBet('t1', ['10', '0']))).toEqual(['duplicate', 'expected 100', 'note 90']);
  });

  it('is a duplicate where the balance does not cover it', () => {
    const poor = settle(walletWith([anna, '5']), t1, zero);
    expect(outlined(poor, makeBet('t1', ['10', '0']))).toEqual(['duplicate', 'expected 5']);
  });
});

describe('a makeBet whose amounts are written otherwise (the specification is silent)', () => {
  const writtenAs = (bet: string, win: string, deed: Deed): MakeBet => ({
    ...makeBet('t1', deed),
    asWritten: { bet, win },
  });

  it('is read, or refused; an exponent that is cut off is money lost or made, with its amount', () => {
    const callback = writtenAs('1', '1e1', ['1', '10']);
    expect(outlined(wallet, callback)).toEqual([
      'amount-written-otherwise',
      ...['expected 109', 'note refusal', 'risk 100'],
    ]);
    expect(endings(wallet, callback)).toEqual(['109 processed', '100 unknown', '100 processed']);
    expect(step(wallet, callback, byDefault).branches.map(({ sentence }) => sentence)).toEqual([
      'debited the bet and credited the win',
      'refused an amount that is written with an exponent or with zeros',
      'read an amount without its exponent: the balance is off by -9',
    ]);
  });

  it('has decimals that may be taken for a number of cents', () => {
    const callback = writtenAs('1', '1.500', ['1', '1.5']);
    expect(outlined(wallet, callback)).toEqual([
      'amount-written-otherwise',
      ...['expected 100.5', 'note refusal', 'risk 105'],
    ]);
    expect(step(wallet, callback, byDefault).branches.at(-1)?.sentence).toBe(
      'read decimals as a number of cents: the balance is off by 4.5',
    );
  });

  it('has no reading besides where two digits are cents anyway', () => {
    expect(outlined(wallet, writtenAs('1', '1.50', ['1', '1.5']))).toEqual([
      'amount-written-otherwise',
      ...['expected 100.5', 'note refusal'],
    ]);
  });

  it('is not read as a bet that the balance does not cover', () => {
    const callback = writtenAs('90000e-3', '0', ['90', '0']);
    expect(outlined(wallet, callback)).toEqual(['amount-written-otherwise', 'expected 10', 'note refusal']);
  });

  it('is a duplicate like any other where its transaction is known', () => {
    const known = walletAfter(wallet, makeBet('t1', ['1', '10']));
    expect(outlined(known, writtenAs('1', '1e1', ['1', '10']))).toEqual(['duplicate', 'expected 109']);
  });
});
