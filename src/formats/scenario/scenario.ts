import type { PlatformFault, ResendMode, SignatureForm } from '../../spec/fault.ts';
import type { HttpForm } from '../../spec/http-form.ts';
import type { Likeness, PlayerLikeness } from '../../spec/likeness.ts';
import type { ClockOrder } from '../clock-order.ts';
import type { Place } from '../document/problem.ts';

/**
 * An amount in a scenario: a decimal, or the balance that the ledger expects at that moment plus
 * or minus a decimal. `text` has no sign.
 */
export type AmountExpression =
  | { readonly kind: 'exact'; readonly text: string }
  | { readonly kind: 'balance'; readonly sign: 1 | -1; readonly text: string };

/**
 * A JSON value: what YAML gives; `{ json: text }` for JSON text that no such value prints;
 * `{ raw: text }` for text that is no JSON; `{ characters: n }` for a text of that length.
 */
export type FieldValue = unknown;

/** What a step says of its answer; `ledger` when it says nothing. */
export type Expectation =
  | { readonly kind: 'ledger' }
  | { readonly kind: 'refused'; readonly code?: string }
  | { readonly kind: 'any' };

/** What every call step can say besides its call. */
export interface CallOptions {
  readonly signature: SignatureForm;
  /** For a forgery that takes what an earlier call has: its id. */
  readonly forgedFrom?: string;
  /** Fields altered after signing, by dotted name. */
  readonly tamper: Readonly<Record<string, FieldValue>>;
  /** Fields set before signing, by dotted name: replaced or added. */
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** Fields left out before signing. */
  readonly without: readonly string[];
  /** Order of the top-level keys on the wire. */
  readonly wire: 'table' | 'shuffled' | 'sorted';
  /** `answer`: the connection is dropped once the agent has worked, its answer is never seen. */
  readonly lose?: 'answer';
  /** Keys written twice on the wire, by name: this value first, then the one that is signed. */
  readonly twice: Readonly<Record<string, FieldValue>>;
  readonly expect: Expectation;
  /** Which of the scenario's players, from 1; one whose id is like theirs; `unknown`: nobody. */
  readonly player?: number | 'unknown' | LikePlayer;
  /** A name within the scenario; each name is a session of its own. */
  readonly session?: string;
  /** Another game than the run's; the session is of that game. */
  readonly game?: 'other';
  /** A code, or `main` or `second` for the player's; the main one when absent. */
  readonly currency?: string;
  /** How the call is put on the wire where HTTP leaves it free. */
  readonly http?: HttpForm;
  /** What is particular to the call: its label has it. */
  readonly about?: string;
}

/** A player_id that is not that of the scenario's player, and looks like it. */
export interface LikePlayer {
  readonly alike: PlayerLikeness;
  readonly of: number;
}

/** A transaction_id that differs from another one just so. */
export interface Alike {
  readonly as: Likeness;
  /** For `prefix`: how many characters are equal; the next is the last. */
  readonly length: number;
}

interface Located {
  readonly place: Place;
}

export interface GetBalanceStep extends Located {
  readonly kind: 'getBalance';
  readonly freespins?: {
    readonly played: number;
    readonly total: number;
    readonly isFinish: boolean;
    readonly accumulatedWin: string;
  };
  readonly options: CallOptions;
}

export interface MakeBetStep extends Located {
  readonly kind: 'makeBet';
  readonly id?: string;
  readonly bet: AmountExpression;
  readonly win: AmountExpression;
  /** A name within the scenario; a round of its own when absent. */
  readonly round?: string;
  readonly roundFinished: boolean;
  /** Uses the transaction_id of that call, which may never have been sent: `id` of a rollback. */
  readonly transactionOf?: string;
  /** Has an id like that of `transactionOf`, and another one. */
  readonly alike?: Alike;
  /** A later call has an id like that of this one: it is made so that there can be one. */
  readonly twin?: Alike;
  readonly options: CallOptions;
}

export interface RollbackStep extends Located {
  readonly kind: 'rollback';
  readonly id?: string;
  /** The call whose transaction is cancelled; absent: a transaction that never was. */
  readonly of?: string;
  /** Cancels a transaction whose id is like that of `of`, and another one. */
  readonly alike?: Alike;
  readonly options: CallOptions;
}

export interface ResendStep extends Located {
  readonly kind: 'resend';
  readonly call: string;
  readonly as: ResendMode;
  /** For `conflict`: the other amounts; a higher bet when neither is given. */
  readonly bet?: AmountExpression;
  readonly win?: AmountExpression;
  /** The field that is not what it was; its value stands among the options. */
  readonly changed?: string;
  readonly options: CallOptions;
}

export interface RawBodyStep extends Located {
  readonly kind: 'raw';
  readonly method: string;
  readonly body: string;
  readonly contentType: string;
  /** True: the bytes are signed as they are; false: no header. */
  readonly signed: boolean;
  readonly expect: Expectation;
}

export interface TogetherStep extends Located {
  readonly kind: 'together';
  /** Already multiplied by `count`. */
  readonly steps: readonly CallStep[];
  /** What is raced, where the writer named it: `bets beside a getBalance`. */
  readonly title?: string;
  /** Those of the steps that the others are beside. */
  readonly row?: readonly CallStep[];
}

export interface RepeatStep extends Located {
  readonly kind: 'repeat';
  readonly count: number;
  readonly steps: readonly Step[];
}

/** A free-spin pack from its start to its settled win. */
export interface PackStep extends Located {
  readonly kind: 'pack';
  /** Names the makeBet that settles the win. */
  readonly id?: string;
  readonly total: number;
  /** Win of each spin. */
  readonly wins: readonly string[];
  /** An ordinary bet after each spin; `0` for none. */
  readonly bets: readonly string[];
  readonly options: CallOptions;
}

/** Other transactions of the account, which leave its balance as it was. */
export interface OthersStep extends Located {
  readonly kind: 'others';
  readonly count: number;
  readonly options: CallOptions;
}

/** A bet of an earlier run against the same agent, sent again. */
export interface EarlierStep extends Located {
  readonly kind: 'earlier';
  readonly options: CallOptions;
}

export interface WaitStep extends Located {
  readonly kind: 'wait';
  readonly durationMs: number;
}

/** Waits as long as the run is patient (`--patience`). */
export interface PatienceStep extends Located {
  readonly kind: 'patience';
}

/** The agent is restarted by `hooks.restart`; goes on when it answers again. */
export interface RestartStep extends Located {
  readonly kind: 'restart';
}

/** `hooks.launch` makes the agent ask the platform for a launch link. */
export interface LaunchStep extends Located {
  readonly kind: 'launch';
  /** How the platform answers get_game_link instead of rightly. */
  readonly fault?: PlatformFault;
  /** The username that the launch names; may carry spaces around it. */
  readonly username?: string;
}

/** The platform's clock is moved; it is the real time again after the scenario. */
export interface ClockStep extends Located {
  readonly kind: 'clock';
  readonly order: ClockOrder;
}

export type CallStep = GetBalanceStep | MakeBetStep | RollbackStep | ResendStep;
export type Step =
  | CallStep
  | RawBodyStep
  | TogetherStep
  | RepeatStep
  | PackStep
  | OthersStep
  | EarlierStep
  | WaitStep
  | PatienceStep
  | RestartStep
  | LaunchStep
  | ClockStep;

/** A scenario as the runner plays it: every default filled in, every name checked. */
export interface Scenario {
  readonly file: string;
  readonly title: string;
  readonly description?: string;
  readonly requirements: readonly string[];
  /** How many players it needs, and how many currencies of player one. */
  readonly players: number;
  readonly currencies: number;
  /** Skipped where the run is less patient than this; milliseconds. */
  readonly patienceMs?: number;
  /** Have at least this much before the first step, in each account it uses. */
  readonly fund: string;
  /** The file says it: it is no default. */
  readonly isFundSaid?: true;
  readonly steps: readonly Step[];
  /** The YAML that it was read from. */
  readonly source?: string;
}
