import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountOf, zero } from '../../src/base/money.ts';
import { accountKey } from '../../src/ledger/account.ts';
import { balanceOf, emptyLedger, setBalance, settle, type Transaction } from '../../src/ledger/ledger.ts';
import { anna, annaInEuro, boris, shownBalance, stateOf, walletWith } from './wallet.ts';

describe('the key of an account', () => {
  it('is the same for the same player and currency, whatever else the value carries', () => {
    expect(accountKey({ ...anna, sessionId: 's' } as typeof anna)).toBe(accountKey(anna));
  });

  it('differs wherever player or currency differ', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (p, c, q, d) => {
        const isSame = p === q && c === d;
        const [one, other] = [accountKey({ playerId: p, currency: c }), accountKey({ playerId: q, currency: d })];
        return (one === other) === isSame;
      }),
    );
  });

  it('cannot be made to collide by quotes and commas in an id', () => {
    const forged = { playerId: 'anna","USD', currency: 'EUR' };
    expect(accountKey(forged)).not.toBe(accountKey({ playerId: 'anna', currency: 'USD","EUR' }));
  });
});

describe('a ledger', () => {
  it('knows no account at first', () => {
    expect(balanceOf(emptyLedger, anna)).toBeUndefined();
  });

  it('takes a balance for one account and leaves the others', () => {
    const ledger = walletWith([anna, '100'], [boris, '7']);
    const later = setBalance(ledger, annaInEuro, amountOf('3'));
    expect([anna, annaInEuro, boris].map((each) => shownBalance(later, each))).toEqual(['100', '3', '7']);
    expect(shownBalance(ledger, annaInEuro)).toBe('none');
  });
});

const processed: Transaction = {
  state: 'processed',
  id: 't1',
  account: anna,
  bet: amountOf('10'),
  win: zero,
};

describe('settle', () => {
  it('stores the transaction and moves the change in its account only', () => {
    const before = walletWith([anna, '100'], [boris, '7']);
    const later = settle(before, processed, amountOf('-10'));
    expect([shownBalance(later, anna), shownBalance(later, boris)]).toEqual(['90', '7']);
    expect([stateOf(later, 't1'), stateOf(before, 't1')]).toEqual(['processed', 'unknown']);
    expect(shownBalance(before, anna)).toBe('100');
  });

  it('opens no account that is not there', () => {
    const later = settle(emptyLedger, processed, amountOf('-10'));
    expect(shownBalance(later, anna)).toBe('none');
    expect(stateOf(later, 't1')).toBe('processed');
  });

  it('keeps a transaction once, in its last state', () => {
    const twice = settle(
      settle(walletWith([anna, '100']), processed, amountOf('-10')),
      { ...processed, state: 'rolled-back' },
      amountOf('10'),
    );
    expect(twice.transactions.size).toBe(1);
    expect([stateOf(twice, 't1'), shownBalance(twice)]).toEqual(['rolled-back', '100']);
  });
});
