import type { ServerResponse } from 'node:http';
import type { Clock } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import type { Amount } from '../base/money.ts';
import type { Catalogue } from '../platform/catalogue.ts';
import type { Demos } from '../platform/demos.ts';
import type { BoundedMap } from '../platform/kept-map.ts';
import type { Pack, Packs } from '../platform/packs.ts';
import type { GameSession, Launch, Sessions } from '../platform/sessions.ts';
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
  WaitingCall,
} from '../spec/game-page.ts';
import type { PlayerSentence } from '../spec/player-sentences.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Bell } from './create-bell.ts';
import type { PageStreams } from './page-streams.ts';
import type { Presence } from './presence.ts';

/** A player at a game, and what is remembered of them. Only one action at a time changes it. */
export interface GameInPlay {
  readonly shared: GamesState;
  readonly launch: Omit<Launch, 'agentSessionId'>;
  /** Undefined in a demo. */
  readonly session: GameSession | undefined;
  readonly mode: Scene['mode'];
  readonly kind: GameKind;
  /** Decide the rounds of this link, whatever is played elsewhere. */
  readonly dice: Dice;
  /** To the agent; in a demo to the play money. */
  readonly send: (callback: Callback, options?: SendOptions) => Promise<CallbackOutcome>;
  /** What is to be sent again. */
  waiting: WaitingCall | undefined;
  /** What waits for the next round. */
  forced: ForceOrder | null;
  /** Newest first. */
  history: readonly RoundRecord[];
  /** The balance that was told last. */
  known: ShownBalance | undefined;
  /** When the agent was asked for the balance last, or the game was opened; Unix milliseconds. */
  askedAt: number;
  /** Writes down what is to outlive the platform: called before something is sent, and after. */
  readonly keep: () => void;
  /** The play money of a demo is what it was at first; undefined where money is real. */
  readonly beginAnew: (() => void) | undefined;
}

/** Who is told of what the games change. */
export interface GameEvents {
  /** A pack was played, or is over. */
  packs(): void;
  /** A session was seen, or is over. */
  session(session: GameSession): void;
}

/** The settings that games go by. */
export type GameQuirks = Pick<
  Quirks,
  'packWin' | 'sessionId' | 'abandonedRound' | 'abandonAfter' | 'balanceInterval' | 'packEnd' | 'demoBalance'
>;

/** What all games share. */
export interface GamesState {
  readonly catalogue: Catalogue;
  readonly sessions: Sessions;
  readonly demos: Demos;
  readonly packs: Packs;
  readonly clock: Clock;
  readonly quirks: GameQuirks;
  readonly sendCallback: SendCallback;
  /** Whether an agent has an address by now: until then nothing is sent but what a player asks for. */
  readonly hasAddress: (agentId: number) => boolean;
  /** Decide the rounds. */
  readonly dice: Dice;
  /** Draws ids of transactions, rounds and callbacks. */
  readonly nextId: () => string;
  readonly onEvent: GameEvents;
  /** transaction_ids of pack wins that are on their way to the agent. */
  readonly sending: Set<string>;
  /** makeBets that were not sent yet: no agent can have their transactions. */
  readonly unsent: WeakSet<MakeBet>;
  /** By link key, those that were opened lately: their players may come back. */
  readonly opened: BoundedMap<OpenGame>;
  /** Those that are looked after, by link key: somebody is there, or something is to come. */
  readonly active: Map<string, OpenGame>;
  /** Whether one more can be looked after; told of it where not. */
  readonly hasRoom: (linkKey: string) => boolean;
  /** Games of agents that have ended while something of them was under way: nothing of them is kept. */
  readonly ended: WeakSet<GameInPlay>;
  /** Rung when one is opened, when something in one has ended, and when the clock was moved. */
  readonly bell: Bell;
  /** What outlives the platform, by link key. */
  readonly kept: BoundedMap<KeptGame>;
}

/** What is kept of a game. */
export interface KeptGame {
  readonly session: GameSession;
  readonly forced: ForceOrder | null;
  readonly history: readonly RoundRecord[];
}

/** A game, and everybody who has it open. */
export interface OpenGame {
  /** The secret part of its link. */
  readonly linkKey: string;
  readonly game: GameInPlay;
  readonly presence: Presence;
  readonly streams: PageStreams;
  readonly perform: PerformAction;
  /** Takes in a page that listens; false when there are too many. */
  readonly listen: (response: ServerResponse, page: string | undefined) => boolean;
  /** Something that the platform does by itself, after what was asked before; every page is told. */
  readonly work: (task: (game: GameInPlay) => Promise<Move>) => Promise<void>;
  /** Whether something that the platform does by itself is under way, or waits. */
  readonly isWorking: () => boolean;
}

/**
 * Does what the page of one opened link asks for, after everything that was asked for before. `body`
 * is whatever came along; `page` says which page it was, where it told. Rejects where nobody could be
 * asked at all.
 */
export type PerformAction = (action: GameAction, body: unknown, page?: string) => Promise<GameState | GameStart>;

/** What came of a callback, once delivery (retries, a rollback) is through with it. */
export type CallbackOutcome =
  | { readonly kind: 'balance'; readonly balance: AmountText }
  /** The agent's error answer (section 7). */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** Nobody knew whether the bet was taken, so that it was cancelled; the balance where the agent told it. */
  | { readonly kind: 'rolled-back'; readonly reason: string; readonly balance?: AmountText }
  /** No answer, or none that can be read; `reason` is a sentence. `interrupted`: the platform closes. */
  | { readonly kind: 'unclear'; readonly reason: string; readonly interrupted?: true };

/** The outcome, and every sending that led to it, in order. */
interface SentCallback {
  readonly outcome: CallbackOutcome;
  readonly calls: readonly CallTold[];
}

export interface SendOptions {
  /** A makeBet that was sent before: the agent may have its transaction. */
  readonly isAgain?: boolean;
  /** The answer to the first sending is lost: the agent worked, nobody heard what it said. */
  readonly loseAnswer?: true;
  /** Told before a makeBet is rolled back, since nobody knows what became of it. */
  readonly onRollback?: () => void;
  /** Told what is to be sent again, and undefined once it is. */
  readonly onWait?: (waiting: WaitingCall | undefined) => void;
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
  /** The makeBet that is on its way, or is to be sent again since its outcome is not known. */
  readonly pending?: MakeBet;
  /** transaction_id whose rollback was sent and is not confirmed: only that is sent until it is. */
  readonly cancelling?: string;
  /** Its player was gone, so that the platform ended it. */
  readonly abandoned?: true;
}

/** What an action came to. What is left out is as it was. */
export interface Move {
  readonly balance?: ShownBalance;
  readonly round?: RoundRecord;
  /** Why nothing was played, for the player. */
  readonly notice?: PlayerSentence;
}

const longestHistory = 50;

/** Puts a round on top of the history, or in place of what it was. A round that is not over stays. */
export const keepRound = (game: GameInPlay, round: RoundRecord): RoundRecord => {
  const isKnown = game.history.some(({ roundId }) => roundId === round.roundId);
  const history = isKnown
    ? game.history.map((kept) => (kept.roundId === round.roundId ? round : kept))
    : [round, ...game.history];
  game.history = history.filter((kept, index) => index < longestHistory || isUnfinished(kept));
  game.keep();
  return round;
};

/** Whether something of a round is still to come: its cash-out, or the word on what was sent. */
export const isUnfinished = ({ state, pending, cancelling }: RoundRecord): boolean =>
  state === 'open' || pending !== undefined || cancelling !== undefined;

/**
 * A bet of a round that was over with it, of which nobody knows whether it was taken, and whose
 * rollback the agent has not confirmed. The platform sends that again by itself: the player plays on.
 */
export const isInDoubt = ({ pending, cancelling, transactions }: RoundRecord): boolean =>
  cancelling !== undefined && pending?.roundFinished === true && transactions.length === 1;

/** The round that the player has to end before another one begins. */
export const unfinishedRound = ({ history }: GameInPlay): RoundRecord | undefined =>
  history.find((round) => isUnfinished(round) && !isInDoubt(round));

/** The free spins that are played here; none in a demo. */
export const activePack = ({ mode, shared, launch }: GameInPlay): Pack | undefined =>
  mode === 'real' ? shared.packs.activeFor(launch) : undefined;

/** The one that was played in this session and ended early: the agent has to hear of it here. */
export const closingPack = ({ shared, session }: GameInPlay): Pack | undefined =>
  session === undefined ? undefined : shared.packs.closingFor(session.linkKey);

/** A field of what the page sent; undefined when there is none, whatever it sent. */
export const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, name)
    ? (body as Readonly<Record<string, unknown>>)[name]
    : undefined;
