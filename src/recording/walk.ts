import { type Amount, zero } from '../base/money.ts';
import type { AmountExpression } from '../formats/scenario/scenario.ts';
import { accountOf, type RecordedCall } from './recorded-call.ts';

/** What a right agent knows of a transaction; `refused` also where it may refuse it. */
interface KnownTransaction {
  readonly state: 'processed' | 'rolled-back' | 'refused' | 'cancelled';
  readonly moved: MovedMoney;
}

/** The money of a recording, on the way through its calls; positions are those of the calls. */
export interface Walk {
  readonly calls: readonly RecordedCall[];
  /** By account. */
  readonly purses: Map<string, Purse>;
  /** By transaction_id. */
  readonly transactions: Map<string, KnownTransaction>;
  /** Bets that are written by the balance; the others are as they were. */
  readonly bets: Map<number, AmountExpression>;
  /** Before these calls their account must be brought down to what was in it: the amount. */
  readonly levels: Map<number, Amount>;
  /** Calls that repeat a makeBet which a right agent has processed. */
  readonly repeats: Set<number>;
  /** What an account must have so that every bet is covered that was covered. */
  fund: Amount;
}

export const purseOf = ({ purses }: Walk, account: string): Purse => purses.get(account) ?? openedPurse;

/**
 * What is in an account while a scenario is played: `rest`, and on top of it what it was opened
 * with where `hasOpening`. A bet of the whole balance takes that away.
 */
interface Purse {
  readonly hasOpening: boolean;
  readonly rest: Amount;
}

const openedPurse: Purse = { hasOpening: true, rest: zero };

/** What a transaction moved in its purse. */
export interface MovedMoney {
  readonly account: string;
  readonly takesOpening: boolean;
  readonly bet: Amount;
  readonly win: Amount;
}

export const settle = (purse: Purse, { takesOpening, bet, win }: MovedMoney): Purse => ({
  hasOpening: purse.hasOpening && !takesOpening,
  rest: purse.rest.minus(bet).plus(win),
});

export const revert = (purse: Purse, { takesOpening, bet, win }: MovedMoney): Purse => ({
  hasOpening: purse.hasOpening || takesOpening,
  rest: purse.rest.plus(bet).minus(win),
});

/** Raises the fund until the purse covers a bet; false where the opening balance is gone. */
export const cover = (walk: Walk, { hasOpening, rest }: Purse, bet: Amount): boolean => {
  const missing = bet.minus(rest);
  if (bet.eq(0) || missing.lte(0)) return true;
  if (!hasOpening) return false;
  if (missing.gt(walk.fund)) walk.fund = missing;
  return true;
};

/** Brings the account of a call down to `left`; nothing to do where its opening balance is gone. */
export const level = (walk: Walk, position: number, left: Amount): void => {
  const callback = walk.calls[position]?.callback;
  if (callback === undefined || left.lt(0)) return;
  const account = accountOf(callback);
  const purse = purseOf(walk, account);
  if (!purse.hasOpening) return;
  cover(walk, purse, left);
  walk.levels.set(position, left);
  walk.purses.set(account, { hasOpening: false, rest: left });
};
