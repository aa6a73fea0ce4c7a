import { describe, expect, it } from '@jest/globals';
import { amountOf } from '../../src/money/amount.ts';
import { createAccountBook } from '../../src/runner/account-book.ts';

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

  it('says of a drift what was there and what came, at the scale of the currency', () => {
    const book = createAccountBook();
    const drift = book.noteDrift(account, amountOf('12.5'), amountOf('7'));
    expect(drift.sentence).toMatch(
      /^somebody else moves the money of player-1: the run left 12\.50 USD, later there were 7\.00;/,
    );
    expect(book.drifts()).toEqual([drift]);
  });
});
