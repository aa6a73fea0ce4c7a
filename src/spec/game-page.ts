import type { AmountText } from './callback.ts';
import type { PlayerSentence } from './player-sentences.ts';
import type { CallVerdict } from './verdict.ts';

/**
 * What a game and its page say to each other (`POST /play/KEY/api/…`, `GET /play/KEY/api/events`).
 * Amounts: decimals as text.
 */

/** How a game is played: a slot's round is one makeBet, a crash round is two. */
export const gameKinds = ['slot', 'crash'] as const;
export type GameKind = (typeof gameKinds)[number];

/** What is on the page before the first round. Texts of the agent: for textContent, never HTML. */
export interface Scene {
  readonly kind: GameKind;
  readonly game: string;
  readonly player: string;
  readonly currency: string;
  /** How many decimals the currency has. */
  readonly scale: number;
  readonly mode: 'real' | 'demo';
  /** Where the Home button leads, an app's own scheme too; null when the agent gave nothing that can be linked. */
  readonly homeUrl: string | null;
  /** Language code of the launch, such as `ru`. */
  readonly language: string;
  /** Absent in a demo. */
  readonly sessionId?: string;
}

/** A balance as the page shows it, or why there is none: for the player, and for the developer. */
export type ShownBalance =
  | { readonly kind: 'balance'; readonly amount: AmountText }
  | {
      readonly kind: 'problem';
      readonly message: PlayerSentence;
      readonly code: string;
      readonly detail: string;
    };

/** One sending of a callback, as the drawer lists it. */
export interface CallTold {
  readonly exchangeId: string;
  readonly kind: string;
  readonly attempt: number;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  /** Why no answer came, such as `dropped` or `timeout`. */
  readonly failure?: string;
  readonly durationMs: number;
  readonly transactionId?: string;
  readonly bet?: AmountText;
  readonly win?: AmountText;
  /** The balance, or the error code, that the agent answered with. */
  readonly answer?: string;
  readonly verdict?: CallVerdict;
  readonly sentence?: string;
}

/** Free spins that are being played. */
export interface PackShown {
  readonly freespinsId: string;
  readonly played: number;
  readonly total: number;
  readonly bet: AmountText;
  readonly accumulatedWin: AmountText;
}

/**
 * `settled`: paid and over. `open`: a crash round whose win is still to come. `rolled-back`: nothing is
 * left of it. `unclear`: the casino has not confirmed what was sent last.
 */
export interface Round {
  readonly roundId: string;
  readonly state: 'settled' | 'open' | 'rolled-back' | 'unclear';
  readonly stake: AmountText;
  readonly win: AmountText;
  /** Slot: the symbols of the three reels. */
  readonly reels?: readonly string[];
  /** Crash: what the stake is multiplied with, such as `2.35`, and where the round bursts. */
  readonly cashedOutAt?: string;
  readonly burstsAt?: string;
  readonly freeSpin?: true;
  /** The platform ended it, since its player was gone: rolled back, or closed as lost. */
  readonly abandoned?: true;
}

/** Outcomes that the drawer can force on the next round, or send at once. */
export const forcedOutcomes = {
  lose: 'The next round loses.',
  win: 'The next round wins: the stake times a number of your choice.',
  'big-win': 'The next round wins 1,000 times the stake.',
  decimals: 'The next round wins with every decimal that the currency has.',
  'insufficient-funds': 'A bet of a little more than the balance.',
  bonus: 'A win without a bet.',
  'answer-lost': 'The answer to the next bet is lost, and the bet delivered again; a spin loses.',
  rollback: 'The last round is rolled back.',
} as const;
export type ForcedOutcome = keyof typeof forcedOutcomes;

export interface ForceOrder {
  readonly outcome: ForcedOutcome;
  /** For `win`: a decimal above 0; for `bonus`: the amount. */
  readonly amount?: AmountText;
}

/** A callback of the game without a clear answer, which is sent again. */
export interface WaitingCall {
  readonly kind: string;
  /** Which sending comes next: 2 for the first retry. */
  readonly attempt: number;
  /** How often it is sent again after that. */
  readonly attemptsLeft: number;
  /** Milliseconds until it is sent, from when this was told. */
  readonly inMs: number;
  /** What comes when none of these is answered clearly. */
  readonly then: 'rollback' | 'given-up';
}

/** What every action answers. `round`: null when there was none. */
export interface GameState {
  readonly balance: ShownBalance;
  readonly round: Round | null;
  readonly pack: PackShown | null;
  /** Outcome that waits for the next round. */
  readonly forced: ForceOrder | null;
  /** Newest first; the last 50. */
  readonly history: readonly Round[];
  /** What the action sent, in order. */
  readonly calls: readonly CallTold[];
  /** Why nothing was played: for the player. */
  readonly notice?: PlayerSentence;
  /** What is to be sent again; absent where nothing waits. */
  readonly waiting?: WaitingCall;
}

export interface GameStart extends GameState {
  readonly scene: Scene;
}

/**
 * The actions and what they take; each answers a GameState, `start` a GameStart:
 * `start` {} · `balance` {} · `bet` {stake} (a slot's spin, a crash round's bet; a free spin where a
 * pack is active) · `cash-out` {roundId, at} (crash; `at` such as `1.80`) · `cancel` {roundId} (crash:
 * the bet of an open round is rolled back; a notice where it is not open) · `force` ForceOrder
 * (`insufficient-funds`, `bonus` and `rollback` are sent at once, the others wait for the next bet) ·
 * `leave` {} (the player goes: Home, a closed tab; as a beacon with a Blob of type application/json).
 *
 * In a demo `start` begins anew: the virtual balance as it was at first, and no rounds.
 *
 * A page that listens names itself with `?page=ID` on every action and on its stream: 1 to 64 letters,
 * digits, `-` and `_` of its own choice. Then its stream does not repeat what its actions answered, and
 * `leave` ends its stream alone; without an id `leave` ends all streams of the link.
 */
export const gameActions = ['start', 'balance', 'bet', 'cash-out', 'cancel', 'force', 'leave'] as const;
export type GameAction = (typeof gameActions)[number];

/**
 * `GET api/events?page=ID`, for an EventSource: the `data` of each message is a GameState, the first at
 * once, then one whenever something else than this page's own actions has changed it: the platform's
 * getBalance from time to time, an abandoned round, a pack that ended, another page on this link.
 * `calls` are the callbacks that led to it. Comments keep it open. While one is connected the player is
 * there; when the last one ends, or `leave` is sent, the time of the quirk abandonAfter begins. It ends
 * when the platform closes and when the session was idle too long. Demos have it too.
 * Refused with 404, 410 (as actions are), 400 for an id that is none, 503 where so many are open.
 */
export const mostStreams = 8;
