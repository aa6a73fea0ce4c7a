import type { Amount } from '../money/amount.ts';
import { zero } from '../money/amount.ts';

/**
 * What is in an account while a scenario is played: `rest`, and on top of it what it was opened
 * with where `hasOpening`. A bet of the whole balance takes that away.
 */
export interface Purse {
  readonly hasOpening: boolean;
  readonly rest: Amount;
}

export const openedPurse: Purse = { hasOpening: true, rest: zero };

/** What a transaction moved in its purse. */
export interface Moved {
  readonly account: string;
  readonly takesOpening: boolean;
  readonly bet: Amount;
  readonly win: Amount;
}

export const settle = (purse: Purse, { takesOpening, bet, win }: Moved): Purse => ({
  hasOpening: purse.hasOpening && !takesOpening,
  rest: purse.rest.minus(bet).plus(win),
});

export const revert = (purse: Purse, { takesOpening, bet, win }: Moved): Purse => ({
  hasOpening: purse.hasOpening || takesOpening,
  rest: purse.rest.plus(bet).minus(win),
});
