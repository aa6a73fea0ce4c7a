import type { ServerResponse } from 'node:http';
import type { Dice } from '../base/dice.ts';
import { scaleOf, zero } from '../base/money.ts';
import { durationOf } from '../formats/written-time.ts';
import type { Demo } from '../platform/demos.ts';
import type { BoundedMap } from '../platform/kept-map.ts';
import type { Pack } from '../platform/packs.ts';
import type { PlatformState } from '../platform/platform-state.ts';
import { carriedSessionId, type GameSession } from '../platform/sessions.ts';
import type { Callback, MakeBet } from '../spec/callback.ts';
import type { CallTold, ForceOrder, GameState, Scene, ShownBalance, WaitingCall } from '../spec/game-page.ts';
import type { PlayerSentence } from '../spec/player-sentences.ts';
import type { Quirks } from '../spec/quirks.ts';
import {
  type CallbackIds,
  type CallbackOutcome,
  isUndone,
  type SendCallback,
  type SendOptions,
  SessionCallbacks,
} from './callbacks.ts';
import { crash, type GameRules, slot } from './game-kinds.ts';
import { GamePages } from './game-pages.ts';
import type { KeptGame, RoundRecord } from './kept-game.ts';
import { PlayMoney } from './play-money.ts';
import { afterWord, stageOf, stages } from './round.ts';
import { describeOutcome, homeLink, showPack, showRound, unknownBalance } from './show-game.ts';

/** What games need of their platform. */
export type GamesPlatform = Pick<PlatformState, 'catalogue' | 'sessions' | 'demos' | 'packs' | 'clock'>;

/** What all games share. */
export interface GamesState extends GamesPlatform, CallbackIds {
  readonly quirks: Pick<
    Quirks,
    'packWin' | 'sessionId' | 'abandonedRound' | 'abandonAfter' | 'balanceInterval' | 'packEnd' | 'demoBalance'
  >;
  readonly sendCallback: SendCallback;
  /** Whether an agent has an address by now: until then nothing is sent but what a player asks for. */
  readonly hasAddress: (agentId: number) => boolean;
  readonly dice: Dice;
  /** Told when a pack was played, or is over, and which session was seen, or is over. */
  readonly onEvent: { packs(): void; session(session: GameSession): void };
  /** transaction_ids of pack wins that are on their way to the agent. */
  readonly sending: Set<string>;
  /** By link key, those that were opened lately: their players may come back. */
  readonly opened: BoundedMap<Game>;
  /** Those that are looked after, by link key: somebody is there, or something is to come. */
  readonly active: Map<string, Game>;
  /** Whether one more can be looked after; told of it where not. */
  readonly hasRoom: (linkKey: string) => boolean;
  /** Wakes what looks after the games: one was opened, or something in one has ended. */
  readonly wake: () => void;
  /** What outlives the platform, by link key. */
  readonly kept: BoundedMap<KeptGame>;
}

/** What an action came to. What is left out is as it was. */
export interface Move {
  readonly balance?: ShownBalance;
  readonly round?: RoundRecord;
  /** Why nothing was played, for the player. */
  readonly notice?: PlayerSentence;
}

const longestHistory = 50;

/** An agent may take a minute for an answer; who clicks on meanwhile does not pile up work. */
const mostQueued = 20;

/** The game of one launch link, whoever has it open. What changes it is done one after the other. */
export class Game {
  readonly shared: GamesState;
  readonly linkKey: string;
  readonly launch: Demo['launch'];
  /** Undefined in a demo. */
  readonly session: GameSession | undefined;
  readonly rules: GameRules;
  /** Decide the rounds of this link, whatever is played elsewhere. */
  readonly dice: Dice;
  readonly pages: GamePages;
  readonly callbacks: SessionCallbacks;
  /** What waits for the next round. */
  forced: ForceOrder | null;
  /** Newest first. */
  history: readonly RoundRecord[];
  /** When the agent was asked for the balance last, or the game was opened; Unix milliseconds. */
  askedAt: number;
  /** Its agent has ended while something of it was under way: nothing of it is kept. */
  isEnded = false;
  /** Of a demo, in the place of its agent. */
  readonly #money: PlayMoney | undefined;
  /** The balance that was told last. */
  #known: ShownBalance | undefined;
  #waiting: WaitingCall | undefined;
  /** The round of which something is being delivered. */
  #delivering: string | undefined;
  /** Of the task that is under way. */
  #calls: CallTold[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #queued = 0;
  #working = 0;

  /** The same each time, whether anybody may open it or not: it holds open rounds, and what it owes is sent. */
  static of(shared: GamesState, launched: GameSession | Demo): Game {
    const { linkKey } = launched;
    const game = shared.active.get(linkKey) ?? shared.opened.get(linkKey) ?? new Game(shared, launched);
    shared.opened.set(linkKey, game);
    return game;
  }

  /** With the rounds that an earlier process kept of it. */
  private constructor(shared: GamesState, launched: GameSession | Demo) {
    const { linkKey, launch } = launched;
    const session = 'sessionId' in launched ? launched : undefined;
    const kept = session && shared.kept.get(linkKey);
    const label = session?.sessionId ?? linkKey;
    const [last] = kept?.history ?? [];
    this.shared = shared;
    this.linkKey = linkKey;
    this.launch = launch;
    this.session = session;
    this.#money =
      'sessionId' in launched ? undefined : new PlayMoney(shared.demos, launched, shared.quirks.demoBalance);
    this.rules = shared.catalogue.find(launch.gameId)?.kind === 'crash' ? crash : slot;
    // One that was forgotten meanwhile does not play the rounds of its beginning again.
    this.dice = shared.dice.fork(last === undefined ? label : `${label} after ${last.roundId}`);
    this.pages = new GamePages(shared.clock, durationOf(shared.quirks.abandonAfter));
    this.callbacks = new SessionCallbacks(launch, session?.sessionId ?? '', shared);
    this.forced = kept?.forced ?? null;
    this.history = kept?.history ?? [];
    this.askedAt = shared.clock.now();
  }

  /** The free spins that are played here; none in a demo. */
  get activePack(): Pack | undefined {
    return this.session && this.shared.packs.activeFor(this.launch);
  }

  /** The round that the player has to end before another one begins. */
  get unfinishedRound(): RoundRecord | undefined {
    return this.history.find((round) => stages[stageOf(round)].holdsUp);
  }

  /** Bets of which nobody knows, and whose rollback is to be sent again. */
  get doubts(): readonly RoundRecord[] {
    return this.history.filter((round) => stageOf(round) === 'in doubt' && round.roundId !== this.#delivering);
  }

  /** Whether something that the platform does by itself is under way, or waits. */
  get isWorking(): boolean {
    return this.#working > 0;
  }

  /** Whether so much waits that nothing more is taken. */
  get isFull(): boolean {
    return this.#queued >= mostQueued;
  }

  /** Does a task after everything before it; the state that it leads to. */
  run(task: () => Move | Promise<Move>): Promise<GameState> {
    this.#queued += 1;
    const work = async (): Promise<GameState> => {
      this.#calls = [];
      const { forced } = this;
      const state = this.state(await task(), this.#calls);
      if (this.forced !== forced) this.keep();
      return state;
    };
    const done = this.#last.then(work).finally(() => {
      this.#queued -= 1;
    });
    // What fails does not hold up what comes after it.
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** The same for something that the platform does by itself: every page is told. */
  async work(task: () => Promise<Move>): Promise<void> {
    this.#working += 1;
    try {
      const state = await this.run(task);
      this.pages.tell(() => state);
    } finally {
      this.#working -= 1;
    }
  }

  /** Section 4: the results of a demo are not saved, so that each start of its page is the first. */
  startOver(): void {
    if (this.#money === undefined) return;
    this.#money.reset();
    this.history = [];
    this.forced = null;
  }

  beLookedAfter(): void {
    this.shared.active.set(this.linkKey, this);
    this.shared.wake();
  }

  /** Takes in a page that listens; false when there are too many. */
  listen(response: ServerResponse, page: string | undefined): boolean {
    if (!this.shared.hasRoom(this.linkKey)) return false;
    this.beLookedAfter();
    return this.pages.open(response, page, this.state({}));
  }

  /** What the page is answered after a move. A round that is not over is shown with every answer. */
  state(move: Move, calls: readonly CallTold[] = []): GameState {
    const { currency } = this.launch;
    const round = move.round ?? this.unfinishedRound;
    const pack = this.activePack;
    return {
      balance: move.balance ?? this.#known ?? unknownBalance,
      round: round === undefined ? null : showRound(round, currency),
      pack: pack === undefined ? null : showPack(pack),
      forced: this.forced,
      history: this.history.map((kept) => showRound(kept, currency)),
      calls,
      notice: move.notice,
      waiting: this.#waiting,
    };
  }

  /** The texts are the agent's: for textContent, never for HTML. */
  scene(): Scene {
    const { gameId, playerUsername, currency, language, homeUrl } = this.launch;
    return {
      kind: this.rules.kind,
      game: this.shared.catalogue.find(gameId)?.title ?? `Game ${gameId}`,
      player: playerUsername,
      currency,
      scale: scaleOf(currency),
      mode: this.session === undefined ? 'demo' : 'real',
      homeUrl: homeLink(homeUrl),
      language,
      sessionId: this.session?.sessionId,
    };
  }

  /** Writes down what is to outlive the platform: before something is sent, and after. */
  keep(): void {
    const { session, forced, history } = this;
    if (session !== undefined && !this.isEnded) this.shared.kept.set(this.linkKey, { session, forced, history });
  }

  /** Puts a round on top of the history, or in place of what it was. A round that is not over stays. */
  keepRound(round: RoundRecord): RoundRecord {
    const isKnown = this.history.some(({ roundId }) => roundId === round.roundId);
    const history = isKnown
      ? this.history.map((kept) => (kept.roundId === round.roundId ? round : kept))
      : [round, ...this.history];
    this.history = history.filter((kept, index) => index < longestHistory || isUnfinished(kept));
    this.keep();
    return round;
  }

  async send(callback: Callback, options?: SendOptions): Promise<CallbackOutcome> {
    if (callback.type === 'getBalance') this.askedAt = this.shared.clock.now();
    const onWait = (waiting: WaitingCall | undefined): void => {
      this.#waiting = waiting;
      this.pages.tell(() => this.state({}));
    };
    const { outcome, calls } =
      this.#money === undefined
        ? await this.shared.sendCallback(this.#carrying(callback), { ...options, onWait })
        : { outcome: this.#money.answer(callback), calls: [] };
    this.#calls.push(...calls);
    if ((outcome.kind === 'balance' || outcome.kind === 'rolled-back') && outcome.balance !== undefined) {
      const shown = this.shown({ kind: 'balance', balance: outcome.balance });
      if (shown.kind === 'balance') this.#known = shown;
    }
    return outcome;
  }

  /** With the session_id that the agent knows its session by; it may be an earlier one. */
  #carrying(callback: Callback): Callback {
    const { sessions, quirks } = this.shared;
    const isOwn = callback.sessionId === this.session?.sessionId;
    const session = isOwn ? this.session : sessions.find(callback.sessionId);
    return session === undefined ? callback : { ...callback, sessionId: carriedSessionId(session, quirks.sessionId) };
  }

  /** Its first answer is lost where that was forced on the next one. */
  async sendBet(bet: MakeBet, onRollback: () => void): Promise<CallbackOutcome> {
    const { unsent } = this.shared;
    // One that an earlier process kept counts as sent.
    const isAgain = !unsent.delete(bet);
    const loseAnswer = this.forced?.outcome === 'answer-lost' ? true : undefined;
    if (loseAnswer) this.forced = null;
    const outcome = await this.send(bet, { onRollback, isAgain, loseAnswer });
    if (!isAgain && isUnsent(outcome)) unsent.add(bet);
    return outcome;
  }

  shown(outcome: CallbackOutcome): ShownBalance {
    return describeOutcome(outcome, this.launch.currency);
  }

  /** Begins a round with its first makeBet. A round whose bet is refused, or goes nowhere, is none. */
  async placeBet(drawn: Omit<RoundRecord, 'roundId' | 'transactions'>): Promise<Move> {
    const { stake, win, state } = drawn;
    const roundId = this.shared.nextId();
    const pending = this.callbacks.makeBet(roundId, stake, win, state === 'settled' ? 'finished' : 'open');
    const before = this.history;
    let isNone = true;
    try {
      const { move, outcome } = await this.#deliver({ ...drawn, roundId, transactions: [], pending });
      isNone = outcome.kind === 'refused' || isUnsent(outcome);
      return isNone ? { balance: move.balance } : move;
    } finally {
      if (isNone) {
        this.history = before;
        this.keep();
      }
    }
  }

  /** The last makeBet of a round that waits for its player. */
  async finishRound(round: RoundRecord): Promise<Move> {
    return await this.sendPending({
      ...round,
      pending: this.callbacks.makeBet(round.roundId, zero, round.win, 'finished'),
    });
  }

  /** Rolls the bet of a round back. A rollback that is refused leaves the round as it was. */
  async cancelRound(round: RoundRecord): Promise<Move> {
    // Kept before it is sent: a round that may be rolled back is not paid.
    return await this.sendPending(this.keepRound({ ...round, cancelling: round.transactions[0] }));
  }

  /** Sends what a round waits for: the rollback of a transaction, else its makeBet; first or again. */
  async sendPending(round: RoundRecord): Promise<Move> {
    return (await this.#deliver(round)).move;
  }

  async #deliver(round: RoundRecord): Promise<{ readonly move: Move; readonly outcome: CallbackOutcome }> {
    const { cancelling, pending, roundId } = round;
    const stage = stageOf(round);
    let waiting = round;
    let outcome: CallbackOutcome;
    this.#delivering = roundId;
    try {
      if (cancelling !== undefined) outcome = await this.send(this.callbacks.rollback(cancelling));
      else if (pending !== undefined) {
        const { transactionId } = pending;
        const transactions = [...round.transactions.filter((id) => id !== transactionId), transactionId];
        // Kept before it is sent: what was sent once is never sent with another transaction_id.
        waiting = this.keepRound({ ...round, state: 'unclear', transactions });
        outcome = await this.sendBet(pending, () => {
          waiting = this.keepRound({ ...waiting, cancelling: transactionId });
        });
      } else throw new Error(`Round ${roundId} waits for nothing.`);
    } finally {
      this.#delivering = undefined;
    }
    const next = this.keepRound(afterWord(stage, waiting, outcome, (bet) => this.callbacks.makeBetAgain(bet)));
    // The win that was rolled back goes out at once, as another transaction.
    if (stage === 'cancelling the win' && isUndone(outcome)) return await this.#deliver(next);
    // One that was not found is undone, too; the balance is as it was.
    const isNotFound = next.state === 'rolled-back' && outcome.kind === 'refused' && isUndone(outcome);
    return { move: { round: next, balance: isNotFound ? undefined : this.#shownOf(next, outcome) }, outcome };
  }

  #shownOf(round: RoundRecord, outcome: CallbackOutcome): ShownBalance {
    const balance = this.shown(outcome);
    const isUnpaid = balance.kind === 'problem' && stages[stageOf(round)].owesWin === true;
    const message = 'The casino has not confirmed the end of this round. Try again.';
    return isUnpaid ? { ...balance, message } : balance;
  }
}

/** Something of it is still to come: its cash-out, or the word on what was sent. */
export const isUnfinished = (round: RoundRecord): boolean => stageOf(round) !== 'over';

const isUnsent = (outcome: CallbackOutcome): boolean => outcome.kind === 'unclear' && outcome.unsent === true;
