import type { Account } from '../../ledger/ledger.ts';
import type { Amount } from '../../money/amount.ts';
import type { AccountPoint } from '../../spec/account-statement.ts';
import type { Callback } from '../../spec/callback.ts';
import type { Reading } from './reading.ts';
import type { World } from './world.ts';

/** What stands between the last balance that was sure and the next one. */
export type Doubt =
  /** Calls that were under way at the same time, and whether an order of them gave their answers. */
  | {
      readonly kind: 'together';
      readonly readings: readonly Reading[];
      readonly isOrdered: boolean;
    }
  /** A refused call: it must have moved nothing. */
  | {
      readonly kind: 'refused';
      readonly exchangeId: string;
      readonly label: string;
      readonly bet: Amount;
      readonly win: Amount;
    };

/** A difference that was put down to somebody else, as long as the next call may explain it. */
export interface Unexplained {
  readonly change: Amount;
  readonly exchangeId: string;
  /** The getBalance showed a balance that was there before: a cache would do that. */
  readonly isOld: boolean;
}

/** A breach that left a gap. */
export interface GapCause {
  readonly exchangeId: string;
  readonly label: string;
  /** What the agent said, and what it should have. */
  readonly actual: Amount;
  readonly expected: Amount;
  readonly isOwnBet: boolean;
}

/** All that is known of an account: a value; every episode makes a new one. */
export interface AccountState {
  readonly account: Account;
  readonly username: string;
  /** Counts on when the agent's data seem to have been reset. */
  readonly generation: number;
  /** The last likeliest world; undefined before the first balance. */
  readonly book?: World;
  /** The ways in which it may stand, the likeliest first; none where the next balance must tell. */
  readonly worlds: readonly World[];
  /** Calls that nobody heard the answer of, and that may still be handled. */
  readonly floating: readonly Callback[];
  readonly doubt?: Doubt | undefined;
  readonly unexplained?: Unexplained | undefined;
  readonly gapCause?: GapCause | undefined;
  /** Balances that the agent said lately, newest last. */
  readonly shown: readonly Amount[];
  /** Sizes of the moves of somebody else that were seen lately. */
  readonly movesElsewhere: readonly Amount[];
  /** What was seen once and could be chance, by its code: the second time is proof. */
  readonly suspicions: ReadonlySet<string>;
  /** What the agent said last. */
  readonly actual?: Amount;
  readonly points: readonly AccountPoint[];
}

export const openAccount = (account: Account, username: string): AccountState => ({
  account,
  username,
  generation: 0,
  worlds: [],
  floating: [],
  shown: [],
  movesElsewhere: [],
  suspicions: new Set(),
  points: [],
});
