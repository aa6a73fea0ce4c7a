import type { AccountPoint, AccountStatement, EarlierBreach } from '../../formats/judgement.ts';
import { toInstant } from '../../formats/written-time.ts';
import type { Account, Ledger } from '../../ledger/ledger.ts';
import { accountKey, bookOf, sumOfBook } from '../../ledger/ledger.ts';
import type { Amount } from '../../money/amount.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import type { Callback } from '../../spec/callback.ts';
import type { Reading } from './reading.ts';

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
  /** Its answer, Unix milliseconds. */
  readonly at: number;
  /** A new bet whose answer may have been read too early: what the agent said, and what it should have. */
  readonly ownBet?: {
    readonly label: string;
    readonly actual: Amount;
    readonly expected: Amount;
  };
}

/** All that is known of an account: a value; every episode makes a new one. */
export interface AccountState {
  readonly account: Account;
  readonly username: string;
  /** Counts on when the agent's data seem to have been reset. */
  readonly generation: number;
  /** The last likeliest world; undefined before the first balance. */
  readonly book?: Ledger;
  /** The ways in which it may stand, the likeliest first; none where the next balance must tell. */
  readonly worlds: readonly Ledger[];
  /** Calls that nobody heard the answer of, and that may still be handled. */
  readonly floating: readonly Callback[];
  readonly doubt?: Doubt;
  readonly unexplained?: Unexplained;
  readonly gapCause?: GapCause;
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

const openAccount = (account: Account, username: string): AccountState => ({
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

/** The accounts that were used lately: 1,000 at most. */
export interface Accounts {
  /** The account as it stands; a new one where it is not known. */
  of(account: Account, username: string): AccountState;
  find(key: string): AccountState | undefined;
  set(state: AccountState): void;
  /** The one that was used last comes last. */
  all(): readonly AccountState[];
  clear(): void;
}

const mostAccounts = 1_000;

export const createAccounts = (): Accounts => {
  const states = new Map<string, AccountState>();
  return {
    of: ({ playerId, currency }, username) => ({
      ...(states.get(accountKey({ playerId, currency })) ??
        openAccount({ playerId, currency }, username)),
      username,
    }),
    find: (key) => states.get(key),
    set: (state) => {
      const key = accountKey(state.account);
      states.delete(key);
      states.set(key, state);
      const [oldest] = states.keys();
      if (states.size > mostAccounts && oldest !== undefined) states.delete(oldest);
    },
    all: () => [...states.values()],
    clear: () => states.clear(),
  };
};

/** The breach that left the agent's balance apart in this world; undefined where none did. */
export const earlierBreach = (
  { account, gapCause }: Pick<AccountState, 'account' | 'gapCause'>,
  world: Ledger,
): EarlierBreach | undefined => {
  const { gap } = bookOf(world);
  if (gapCause === undefined || gap.eq(0)) return undefined;
  const { exchangeId, at } = gapCause;
  return { exchangeId, at: toInstant(at), difference: renderAtScale(gap, account.currency) };
};

/** The account in the likeliest of the ways in which it may stand; undefined before its first balance. */
export const statementOf = (state: AccountState): AccountStatement | undefined => {
  const { account, username, worlds, book, actual, points } = state;
  const world = worlds[0] ?? book;
  if (world === undefined) return undefined;
  const shown = (amount: Amount): string => renderAtScale(amount, account.currency);
  const expected = sumOfBook(world);
  const entries = bookOf(world);
  const difference = actual?.minus(expected);
  const since = earlierBreach(state, world);
  return {
    playerId: account.playerId,
    playerUsername: username,
    currency: account.currency,
    opening: shown(entries.opening),
    bets: shown(entries.bets),
    wins: shown(entries.wins),
    rollbacks: shown(entries.rollbacks),
    elsewhere: shown(entries.elsewhere),
    expected: shown(expected),
    actual: actual === undefined ? undefined : shown(actual),
    ...(difference === undefined || difference.eq(0) ? {} : { difference: shown(difference) }),
    ...(since !== undefined && difference?.toString() === bookOf(world).gap.toString()
      ? { since }
      : {}),
    points,
  };
};
