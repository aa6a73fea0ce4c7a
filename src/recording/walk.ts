import type { Amount } from '../money/amount.ts';
import type { AmountExpression } from '../spec/scenario.ts';
import type { Moved, Purse } from './purse.ts';
import { openedPurse } from './purse.ts';
import type { RecordedCall } from './recorded-call.ts';

/** What a right agent knows of a transaction; `refused` also where it may refuse it. */
export interface Known {
  readonly state: 'processed' | 'rolled-back' | 'refused' | 'cancelled';
  readonly moved: Moved;
}

/** The money of a recording, on the way through its calls; positions are those of the calls. */
export interface Walk {
  readonly calls: readonly RecordedCall[];
  /** By account. */
  readonly purses: Map<string, Purse>;
  /** By transaction_id. */
  readonly transactions: Map<string, Known>;
  /** Bets that are written by the balance; the others are as they were. */
  readonly bets: Map<number, AmountExpression>;
  /** Before these calls their account must be brought down to what was in it: the amount. */
  readonly levels: Map<number, Amount>;
  /** Calls that repeat a makeBet which a right agent has processed. */
  readonly repeats: Set<number>;
  /** What an account must have so that every bet is covered that was covered. */
  fund: Amount;
}

export const purseOf = ({ purses }: Walk, account: string): Purse =>
  purses.get(account) ?? openedPurse;
