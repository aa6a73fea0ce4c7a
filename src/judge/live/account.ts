import { LRUCache } from 'lru-cache';
import { type Amount, renderAtScale } from '../../base/money.ts';
import type { AccountPoint, AccountStatement, EarlierBreach, ExchangeJudgement } from '../../formats/judgement.ts';
import { toInstant } from '../../formats/written-time.ts';
import { type Account, accountKey } from '../../ledger/account.ts';
import type { Said } from '../../ledger/heard-call.ts';
import { bookOf, type Ledger, sumOfBook } from '../../ledger/ledger.ts';
import type { Callback } from '../../spec/callback.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { FindingCode } from '../../spec/finding.ts';
import type { Situation } from '../../spec/situation.ts';
import type { AgentAnswer, ErrorAnswer } from '../../wire/read-answer.ts';
import type { Heard } from '../call.ts';

/** What stands between the last balance that was sure and the next one. */
export type Doubt =
  /** Calls that were under way at the same time, and whether an order of them gave their answers. */
  | {
      readonly kind: 'together';
      readonly calls: readonly Heard[];
      readonly isOrdered: boolean;
    }
  /** A refused call: it must have moved nothing. */
  | {
      readonly kind: 'refused';
      readonly exchangeId: string;
      readonly label: string;
      readonly bet: Amount;
      readonly win: Amount;
      /** No player knows of the call: the platform sent it on purpose, to be refused. */
      readonly isForbidden?: true;
      /** Where no right agent refuses it: it may have been applied all the same. */
      readonly valid?: RefusedValid;
    };

/** A valid call that was refused, or that the agent failed at and said so. */
export interface RefusedValid {
  readonly heard: Heard & { readonly answer: ErrorAnswer };
  readonly situation: Situation;
  /** The likeliest way in which it stood before the call. */
  readonly before: Ledger;
  /** The ways in which the account stands where it was applied, and money moved. */
  readonly applied: readonly Ledger[];
}

/** A difference that was put down to somebody else, as long as the next call may explain it. */
export interface Unexplained {
  readonly change: Amount;
  readonly exchangeId: string;
  readonly shown: Amount;
  /** The getBalance showed a balance that was there before: a cache would do that. */
  readonly isOld: boolean;
  /** It is what the account began with. */
  readonly wasReset: boolean;
  /** Whose balance it is, as far as is known here. */
  readonly other?: OtherBalance;
  /** A makeBet that was answered with what was there before, as well. */
  readonly heldBy?: string;
}

/** The balance of another account. */
export interface OtherBalance {
  readonly code: FindingCode;
  readonly cause: string;
  /** The two accounts: the second time that it looks so of the same two is proof. */
  readonly pair: string;
}

/** A breach that left a gap. */
export interface GapCause {
  readonly exchangeId: string;
  /** Its answer, Unix milliseconds. */
  readonly at: number;
  /** Its answer may have been read too early: the next one tells. */
  readonly open?: OpenAnswer;
}

/** A new bet that was answered with the balance from before it. */
export interface OpenAnswer {
  readonly label: string;
  /** What the agent said, and what it must say. */
  readonly actual: Amount;
  readonly expected: Amount;
  /** What there is to say where its money did not move. */
  readonly unmoved: ExchangeJudgement;
}

/** All that is known of an account: a value; every episode makes a new one. */
export interface AccountState {
  readonly account: Account;
  readonly username: string;
  /** Counts on when the agent's data seem to have been reset. */
  readonly generation: number;
  /** A run has used it since its last call: what is new in the next balance was moved by that. */
  readonly isUsedByRun?: true | undefined;
  /** The last likeliest world; undefined before the first balance. */
  readonly book?: Ledger;
  /** The ways in which it may stand, the likeliest first; none where the next balance must tell. */
  readonly worlds: readonly Ledger[];
  /** Calls that nobody heard the answer of, and that may still be handled. */
  readonly floating: readonly Callback[];
  readonly doubt?: Doubt;
  /** An amount finer than the currency was sent. */
  readonly sentFine?: true;
  /** The agent failed at it and said so: the next balance tells whether it was applied all the same. */
  readonly failed?: RefusedValid;
  readonly unexplained?: Unexplained;
  readonly gapCause?: GapCause;
  /** Balances that the agent said lately, newest last. */
  readonly shown: readonly Amount[];
  /** Sizes of the moves of somebody else that were seen lately. */
  readonly movesElsewhere: readonly Amount[];
  /** What was seen once and could be chance, by its code: the second time is proof. */
  readonly suspicions: ReadonlySet<string>;
  /** What the agent said last, and the moment in the log of moves. */
  readonly actual?: Amount;
  readonly seenAt: number;
  readonly points: readonly AccountPoint[];
}

/** Nothing is known of it yet. Transactions that are known of an older generation may be gone. */
export const openAccount = ({ playerId, currency }: Account, username: string, generation: number): AccountState => ({
  account: { playerId, currency },
  username,
  generation,
  worlds: [],
  floating: [],
  shown: [],
  movesElsewhere: [],
  suspicions: new Set(),
  seenAt: 0,
  points: [],
});

/** The breach that left the agent's balance apart in this world; undefined where none did. */
export const earlierBreach = (
  { account, gapCause }: Pick<AccountState, 'account' | 'gapCause'>,
  world: Ledger,
): EarlierBreach | undefined => {
  const { gap } = bookOf(world);
  if (gapCause === undefined || gapCause.open !== undefined || gap.eq(0)) return undefined;
  const { exchangeId, at } = gapCause;
  return { exchangeId, at: toInstant(at), difference: renderAtScale(gap, account.currency) };
};

/** The account in the likeliest of the ways in which it may stand; undefined before its first balance. */
export const statementOf = (state: AccountState): AccountStatement | undefined => {
  const known = statements.get(state);
  if (known !== undefined) return known;
  const statement = makeStatement(state);
  if (statement !== undefined) statements.set(state, statement);
  return statement;
};

/** Of thousands of accounts few have changed since they were asked for last: a state never does. */
const statements = new WeakMap<AccountState, AccountStatement>();

const makeStatement = (state: AccountState): AccountStatement | undefined => {
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
    runs: shown(entries.runs),
    expected: shown(expected),
    actual: actual === undefined ? undefined : shown(actual),
    ...(difference === undefined || difference.eq(0) ? {} : { difference: shown(difference) }),
    ...(since !== undefined && difference?.toString() === bookOf(world).gap.toString() ? { since } : {}),
    ...(difference?.eq(0) === false && state.gapCause?.open !== undefined
      ? { undecided: state.gapCause.exchangeId }
      : {}),
    points,
  };
};

/** How much a judge remembers: numbers of accounts. */
export interface AccountBounds {
  /** Followed; those that were used longest ago are forgotten. */
  readonly followed: number;
  /** Of which the chart is kept, of those that were used last; of the others its end alone. */
  readonly charted: number;
}

export const accountBounds: AccountBounds = { followed: 10_000, charted: 100 };

/** Points of an account that is not charted any more. */
const leastPoints = 5;

/** The accounts that were used lately. */
export interface Accounts {
  /** The account as it stands; a new one where it is not known. */
  of(account: Account, username: string): AccountState;
  find(key: string): AccountState | undefined;
  set(state: AccountState): void;
  /** The one that was used last comes last. */
  all(): readonly AccountState[];
  clear(): void;
}

/**
 * The memory of a judge. An account that was forgotten begins anew with its next call, in a later
 * generation: what is still known of its transactions is held against nobody.
 */
export const createAccounts = ({ followed, charted }: AccountBounds): Accounts => {
  let generation = 0;
  const older = new LRUCache<string, AccountState>({
    max: Math.max(1, followed - charted),
    dispose: (state, _key, reason) => {
      if (reason === 'evict') generation = Math.max(generation, state.generation + 1);
    },
  });
  const latest = new LRUCache<string, AccountState>({
    max: charted,
    dispose: (state, key, reason) => {
      if (reason === 'evict') older.set(key, withoutChart(state));
    },
  });
  const find = (key: string): AccountState | undefined => latest.peek(key) ?? older.peek(key);
  return {
    of: (account, username) => {
      const known = find(accountKey(account));
      return known === undefined ? openAccount(account, username, generation) : { ...known, username };
    },
    find,
    set: (state) => {
      const key = accountKey(state.account);
      older.delete(key);
      latest.set(key, state);
    },
    all: () => [...older.rvalues(), ...latest.rvalues()].filter((state) => state !== undefined),
    clear: () => {
      latest.clear();
      older.clear();
    },
  };
};

const withoutChart = (state: AccountState): AccountState =>
  state.points.length <= leastPoints ? state : { ...state, points: state.points.slice(-leastPoints) };

/**
 * A reading as it is remembered with its account: what is said of it later needs its ids and what was
 * read of its answer. An agent may answer a megabyte, to thousands of accounts.
 */
export const remembered = (reading: Heard): Heard => ({
  ...reading,
  answer: rememberedAnswer(reading.answer),
  said: rememberedSaid(reading.said),
  call: { ...reading.call, exchange: withoutBytes(reading.call.exchange) },
});

/** The same of what an answer said. */
export const rememberedAnswer = <A extends AgentAnswer>(answer: A): A =>
  answer.kind === 'error'
    ? {
        ...answer,
        ...(answer.error === undefined ? {} : { error: shortened(answer.error) }),
        ...(answer.message === undefined ? {} : { message: shortened(answer.message) }),
      }
    : answer;

const rememberedSaid = (said: Said): Said =>
  said.kind === 'refusal' && said.error !== undefined ? { ...said, error: shortened(said.error) } : said;

const nothing = new Uint8Array(0);

const withoutBytes = (exchange: Exchange): Exchange => ({
  ...exchange,
  request: { ...exchange.request, body: nothing },
  answer:
    exchange.answer.kind === 'answered'
      ? { kind: 'answered', status: exchange.answer.status, headers: {}, body: nothing }
      : exchange.answer,
});

const longest = 200;

/** A copy: a part of a text keeps the whole of it in memory. */
const shortened = (text: string): string =>
  text.length <= longest ? text : Buffer.from(text.slice(0, longest)).toString();
