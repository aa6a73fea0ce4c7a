import { describe, expect, it } from '@jest/globals';
import { amountOf } from '../../src/base/money.ts';
import { createAccountBook } from '../../src/run/account-book.ts';

const account = { playerId: 'player-1', currency: 'USD' };

describe('the account book', () => {
  it('knows what the run left in an account, and forgets what could not be told', () => {
    const book = createAccountBook();
    expect(book.left(account)).toBeUndefined();
    book.leave(account, amountOf('12.5'));
    expect(book.left({ ...account })?.toString()).toBe('12.5');
    expect(book.left({ ...account, currency: 'EUR' })).toBeUndefined();
    book.leave(account, undefined);
    expect(book.left(account)).toBeUndefined();
  });

  it('knows what a makeBet left although a getBalance did not agree', () => {
    const book = createAccountBook();
    book.doubt(account, amountOf('7'));
    expect([book.left(account)?.toString(), book.isDoubted(account)]).toEqual(['7', true]);
    expect(book.leftBy(account)).toBeUndefined();
    book.leave(account, amountOf('7'), 'n1-1');
    expect(book.isDoubted(account)).toBe(false);
  });

  it('knows an old balance of the account again', () => {
    const book = createAccountBook();
    book.noteHad(account, amountOf('12.50'));
    expect(book.hadBefore(account, amountOf('12.5'))).toBe(true);
    expect(book.hadBefore(account, amountOf('12'))).toBe(false);
    expect(book.hadBefore({ ...account, currency: 'EUR' }, amountOf('12.5'))).toBe(false);
  });
});

describe('money that somebody else moves', () => {
  it('says of a drift what was there and what came, at the scale of the currency', () => {
    const book = createAccountBook();
    book.noteDrift(account, amountOf('12.5'), amountOf('7'));
    expect(book.sharedBy(account)).toBe(
      'Something else moves the money of player-1: the run left 12.50 USD, later there were 7.00.',
    );
    expect(book.sharedBy({ ...account, currency: 'EUR' })).toBeUndefined();
  });

  it('takes one difference that did not come back for chance, and two for somebody else', () => {
    const book = createAccountBook();
    book.noteMoved(account);
    expect(book.sharedBy(account)).toBeUndefined();
    book.noteMoved(account);
    expect(book.sharedBy(account)).toMatch(/^Something else moves the money of player-1 in USD/);
  });

  it('knows for how long an account was watched', () => {
    const book = createAccountBook();
    book.noteWatched(account, { forMs: 350, moves: [] });
    book.noteWatched(account, { forMs: 100, moves: [] });
    expect(book.watchedMs(account)).toBe(350);
  });
});
