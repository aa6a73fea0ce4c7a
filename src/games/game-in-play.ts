import type { Amount } from '../money/amount.ts';
import type { Catalogue } from '../platform/create-catalogue.ts';
import type { Demos } from '../platform/create-demos.ts';
import type { Pack, Packs } from '../platform/create-packs.ts';
import type { Launch, Sessions } from '../platform/create-sessions.ts';
import type { AmountText, Callback, MakeBet } from '../spec/callback.ts';
import type {
  CallTold,
  ForceOrder,
  GameAction,
  GameKind,
  GameStart,
  GameState,
  Round,
  Scene,
  ShownBalance,
} from '../spec/game-page.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Dice } from '../world/dice.ts';

/** A player at a game, and what is remembered of them. Only one action at a time changes it. */
export interface GameInPlay {
  readonly shared: GamesState;
  readonly launch: Omit<Launch, 'agentSessionId'>;
  /** Empty in a demo. */
  readonly sessionId: string;
  readonly mode: Scene['mode'];
  readonly kind: GameKind;
  /** Decide the rounds of this link, whatever is played elsewhere. */
  readonly dice: Dice;
  /** To the agent; in a demo to the play money. */
  readonly send: (callback: Callback, options?: SendOptions) => Promise<CallbackOutcome>;
  /** What waits for the next round. */
  forced: ForceOrder | null;
  /** Newest first. */
  history: readonly RoundRecord[];
  /** The balance that was told last. */
  known: ShownBalance | undefined;
}

/** Who is told of what the games change. */
export interface GameEvents {
  /** A pack was played, or is over. */
  packs(): void;
  /** A session was seen. */
  session(sessionId: string): void;
}

/** What all games share. */
export interface GamesState {
  readonly catalogue: Catalogue;
  readonly sessions: Sessions;
  readonly demos: Demos;
  readonly packs: Packs;
  readonly sendCallback: SendCallback;
  /** Decide the rounds. */
  readonly dice: Dice;
  /** Draws ids of transactions, rounds and callbacks. */
  readonly nextId: () => string;
  readonly packWin: Quirks['packWin'];
  /** Which id of a session its callbacks carry. */
  readonly sessionIds: Quirks['sessionId'];
  readonly onEvent: GameEvents;
  /** transaction_ids of pack wins that are on their way to the agent. */
  readonly sending: Set<string>;
  /** The game of a launch. It is forgotten with its session or demo. */
  readonly opened: WeakMap<object, PerformAction>;
}

/**
 * Does what the page of one opened link asks for, after everything that was asked for before. `body`
 * is whatever came along. Rejects where nobody could be asked at all.
 */
export type PerformAction = (action: GameAction, body: unknown) => Promise<GameState | GameStart>;

/** What came of a callback, once delivery (retries, a rollback) is through with it. */
export type CallbackOutcome =
  | { readonly kind: 'balance'; readonly balance: AmountText }
  /** The agent's error answer (section 7). */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** Nobody knew whether the bet was taken, so that it was cancelled; the balance where the agent told it. */
  | { readonly kind: 'rolled-back'; readonly reason: string; readonly balance?: AmountText }
  /** No answer, or none that can be read; `reason` is a sentence. */
  | { readonly kind: 'unclear'; readonly reason: string };

/** The outcome, and every sending that led to it, in order. */
interface SentCallback {
  readonly outcome: CallbackOutcome;
  readonly calls: readonly CallTold[];
}

export interface SendOptions {
  /** The answer to the first sending is lost: the agent worked, nobody heard what it said. */
  readonly loseAnswer?: true;
}

/** Sends a callback to its agent. Must not reject for anything that the agent does. */
export type SendCallback = (callback: Callback, options?: SendOptions) => Promise<SentCallback>;

/** A round as it is kept. */
export interface RoundRecord {
  readonly roundId: string;
  readonly state: Round['state'];
  readonly stake: Amount;
  readonly win: Amount;
  /** Slot: the symbols. */
  readonly reels?: readonly string[];
  /** Crash: where it bursts, and where the player got out in time. */
  readonly burst?: Amount;
  readonly cashedOutAt?: Amount;
  /** Crash: what a forced outcome adds to a win, so that it has every decimal. */
  readonly decimals?: Amount;
  readonly freeSpin?: true;
  /** transaction_ids of its makeBets that may have been processed, oldest first. */
  readonly transactions: readonly string[];
  /** Crash: the makeBet that is to be sent again since its outcome is not known. */
  readonly pending?: MakeBet;
}

/** What an action came to. What is left out is as it was. */
export interface Move {
  readonly balance?: ShownBalance;
  readonly round?: RoundRecord;
  /** Why nothing was played, for the player. */
  readonly notice?: string;
}

const longestHistory = 50;

/** Puts a round on top of the history, or in place of what it was. A round that is not over stays. */
export const keepRound = (game: GameInPlay, round: RoundRecord): RoundRecord => {
  const isKnown = game.history.some(({ roundId }) => roundId === round.roundId);
  const history = isKnown
    ? game.history.map((kept) => (kept.roundId === round.roundId ? round : kept))
    : [round, ...game.history];
  game.history = history.filter((kept, index) => index < longestHistory || isUnfinished(kept));
  return round;
};

/** Whether something of a crash round is still to come: its cash-out, or the word on a makeBet. */
export const isUnfinished = ({ state, pending }: RoundRecord): boolean =>
  state === 'open' || pending !== undefined;

/** The free spins that are played here; none in a demo. */
export const activePack = ({ mode, shared, launch }: GameInPlay): Pack | undefined =>
  mode === 'real' ? shared.packs.activeFor(launch) : undefined;

/** A field of what the page sent; undefined when there is none, whatever it sent. */
export const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, name)
    ? (body as Readonly<Record<string, unknown>>)[name]
    : undefined;
