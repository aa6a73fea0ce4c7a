import { languageOf } from '../../spec/game-language.ts';
import type { ForceOrder, GameAction, GameStart, GameState, PackShown } from '../../spec/game-page.ts';
import { fromUnits, toUnits } from '../parts/amounts.tsx';
import { type Words, wordsFor } from './languages/words.ts';
import { highestMultiplier, lowestMultiplier, msUntil, multiplierAt, parseMultiplier } from './multiplier.ts';
import { openingState, type PageState, type Phase, showAnswer, withCalls } from './page-state.ts';
import type { Platform } from './platform.ts';

/** What the game needs from outside, so that tests can hold it still. */
export interface GameTools {
  readonly platform: Platform;
  /** Milliseconds of a clock that only goes on. */
  readonly now: () => number;
  /** Calls `run` after `ms`; what it returns takes the order back. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Whether the player asked for less motion: reels stop at once. */
  readonly isCalm: () => boolean;
  /** Told about every change. */
  readonly draw: (game: Game) => void;
}

/** What is drawn from the game. */
export interface GameProps {
  readonly game: Game;
}

const slowMs = 2500;

/** How long reels spin at least, and what lies between the stops of two. */
const spinMs = 650;

const reelMs = 260;

/** So long a result is looked at before autoplay goes on. */
const autoplayPauseMs = 900;

/** So long a stream may be away before the player is told. */
const patienceMs = 3000;

/** After which wait a stream that was refused is opened again. */
const reopenMs = 5000;

/** An agent that is slow to answer does not make the page pile up what others do meanwhile. */
const mostHeld = 50;

/** The game of one page: what is shown, what the player can do, and what the page does by itself. */
export class Game {
  state: PageState;
  readonly #tools: GameTools;
  /** What the page was told while it could not show it, oldest first. */
  #held: readonly { readonly during: Phase['kind']; readonly answer: GameState }[] = [];
  #isRefused = false;
  // What is under way; each is called to end it.
  #closeStream: (() => void) | undefined;
  #takeBackReopening: (() => void) | undefined;
  #takeBackTelling: (() => void) | undefined;
  #takeBackPlan: (() => void) | undefined;

  constructor(tools: GameTools, opening: Pick<PageState, 'language' | 'drawer'>) {
    this.#tools = tools;
    this.state = { ...openingState, ...opening };
  }

  /** Listens from now on, hidden or not, and asks for the game. */
  open(): void {
    this.#listen();
    this.refresh();
  }

  get words(): Words {
    return wordsFor(this.state.language, this.state.scene);
  }

  /** Whether a crash round is in the air. */
  get isClimbing(): boolean {
    return this.state.climbingSince !== null;
  }

  /** The pack whose free spins come next; null when there is none, or none of them is left. */
  get packInPlay(): PackShown | null {
    const { pack } = this.state;
    return pack !== null && pack.played < pack.total ? pack : null;
  }

  /** The multiplier that is typed for an automatic cash-out; undefined when it is none. */
  get autoMultiplier(): number | undefined {
    return parseMultiplier(this.words.typed(this.state.autoCashOut));
  }

  get isAutoCashOutWrong(): boolean {
    return this.state.autoCashOut.trim() !== '' && this.autoMultiplier === undefined;
  }

  /** Milliseconds of the page's clock, for what moves. */
  now(): number {
    return this.#tools.now();
  }

  // What a player, or a developer at the drawer, can do. Nothing of it rejects or throws.

  /** What the large button does: bets, or takes the money of the round in the air. */
  play(): void {
    if (this.isClimbing) this.cashOut();
    else this.bet();
  }

  /** Plays a round with the stake that is typed, or a free spin. */
  bet(): void {
    if (this.state.phase.kind !== 'idle' || this.isClimbing) return;
    const { texts, typed } = this.words;
    if (this.isAutoCashOutWrong) {
      this.#change({ message: { tone: 'problem', text: texts.autoCashOutWrong } });
    } else {
      void this.#ask('bet', { stake: typed(this.state.stake) });
    }
  }

  /** Asks for the money of the round in the air, or again for that of a round nobody knows the end of. */
  cashOut(at: string = this.#multiplierNow()): void {
    const { round } = this.state;
    if (round?.state === 'open' || round?.state === 'unclear') {
      void this.#ask('cash-out', { roundId: round.roundId, at });
    }
  }

  /** Gives the round in the air up: its bet is rolled back. */
  cancel(): void {
    const { round } = this.state;
    if (round?.state === 'open') void this.#ask('cancel', { roundId: round.roundId });
  }

  force(order: ForceOrder): void {
    void this.#ask('force', { ...order });
  }

  /** Asks for the balance, or first for the game; a game that is open is not opened again: a demo would begin anew. */
  refresh(): void {
    void this.#ask(this.state.scene === null ? 'start' : 'balance');
  }

  type(typed: Partial<Pick<PageState, 'stake' | 'autoCashOut'>>): void {
    this.#change(typed);
  }

  stepStake(direction: 'up' | 'down'): void {
    const { typed, decimal } = this.words;
    const stepped = stepStake(typed(this.state.stake), direction, this.state.scene?.scale ?? 0);
    this.#change({ stake: decimal(stepped) });
  }

  startAutoplay(rounds: NonNullable<PageState['autoplay']>): void {
    this.#change({ autoplay: rounds });
    this.bet();
  }

  stopAutoplay(): void {
    this.#change({ autoplay: null });
  }

  toggleDrawer(): void {
    this.#change({ drawer: this.state.drawer === 'open' ? 'closed' : 'open' });
  }

  /** The player goes: Home, a closed tab. */
  leave(): void {
    if (this.#closeStream === undefined) return;
    this.#tools.platform.sayLeaving();
    this.#endStream();
    this.stopAutoplay();
  }

  /** The player is seen again: a page from the browser's cache, or from behind the casino's app. */
  comeBack(): void {
    const { phase } = this.state;
    const isGone = phase.kind === 'closed' && phase.reason === 'gone';
    if (this.#closeStream === undefined && !isGone) this.#listen();
  }

  // What the page asks, and what comes of it.

  /** Asks the platform for an action and shows what comes of it. One at a time: others are dropped. */
  async #ask(action: GameAction, body: { readonly at?: string; readonly [field: string]: unknown } = {}) {
    const { phase, message, askedAt, stream } = this.state;
    const isStill = phase.kind === 'opening' || phase.kind === 'closed';
    if (phase.kind !== 'idle' && !(isStill && (action === 'start' || action === 'balance'))) return;
    const { platform, now, after } = this.#tools;
    const since = now();
    this.#change({
      phase: { kind: 'asking', action, slow: false },
      message: action === 'balance' ? message : null,
      askedAt: action === 'bet' ? null : (body.at ?? askedAt),
      // Who plays on has seen that it is back.
      stream: action === 'balance' || stream === 'lost' ? stream : 'open',
    });
    const forget = after(slowMs, () => this.#change({ phase: { kind: 'asking', action, slow: true } }));
    const reply = await platform.send(action, body);
    forget();
    if (reply.kind !== 'answer') {
      const { texts, sentence } = this.words;
      this.#held = [];
      const text = reply.kind === 'gone' ? sentence(reply.message) : texts.noAnswer;
      this.#change({ phase: { kind: 'closed', reason: reply.kind, message: text }, autoplay: null });
      return;
    }
    const { answer } = reply;
    if (action === 'bet' && answer.round?.reels !== undefined) {
      await this.#pause(spinMs - (now() - since));
      await this.#stopReels(answer.round.reels);
    }
    this.#conclude(action, answer);
  }

  async #stopReels(reels: readonly string[]): Promise<void> {
    for (let stopped = 0; stopped < reels.length; stopped += 1) {
      this.#change({ phase: { kind: 'revealing', stopped }, reels });
      await this.#pause(reelMs);
    }
  }

  #pause(ms: number): Promise<void> {
    if (ms <= 0 || this.#tools.isCalm()) return Promise.resolve();
    return new Promise((resolve) => {
      this.#tools.after(ms, resolve);
    });
  }

  /**
   * Shows the answer to what the page asked, and what it was told meanwhile: of what came before the
   * answer only the callbacks are new.
   */
  #conclude(action: GameAction, answer: GameState | GameStart): void {
    const held = this.#held;
    this.#held = [];
    let { state } = this;
    if ('scene' in answer) {
      state = { ...state, scene: answer.scene, language: languageOf(answer.scene.language) };
    }
    for (const { during, answer: older } of held) {
      if (during === 'asking') state = { ...state, log: withCalls(state.log, older) };
    }
    state = showAnswer(state, { action, answer, now: this.now() });
    for (const { during, answer: newer } of held) {
      if (during === 'revealing') state = showAnswer(state, { action: 'told', answer: newer, now: this.now() });
    }
    this.#change(state);
  }

  // What the page hears. While it listens, the platform takes the player as being there.

  #listen(): void {
    this.#closeStream = this.#tools.platform.listen({
      onState: (answer) => this.#hear(answer),
      onLost: (how) => this.#lose(how),
    });
  }

  #hear(answer: GameState): void {
    this.#takeBackTelling?.();
    this.#takeBackTelling = undefined;
    this.#isRefused = false;
    const { stream, scene, phase } = this.state;
    if (stream === 'lost') this.#change({ stream: 'back' });
    const isUnasked = answer.balance.kind === 'problem' && answer.balance.code === 'not-asked';
    if (scene === null || isUnasked) {
      // A page that could not be opened knows no scene yet; a platform that was restarted no balance.
      this.refresh();
    } else if (phase.kind === 'asking' || phase.kind === 'revealing') {
      this.#held = [...this.#held, { during: phase.kind, answer }].slice(-mostHeld);
      // What is sent again is known before the answer that it waits for.
      this.#change({ waiting: answer.waiting ?? null });
    } else {
      this.#change(showAnswer(this.state, { action: 'told', answer, now: this.now() }));
    }
  }

  #lose(how: 'retrying' | 'refused'): void {
    const { after } = this.#tools;
    this.#takeBackTelling ??= after(patienceMs, () => this.#change({ stream: 'lost' }));
    if (how === 'retrying') return;
    this.#takeBackReopening ??= after(reopenMs, () => {
      this.#endStream();
      this.comeBack();
    });
    // It may have been refused because the link is gone: an action is told so.
    if (!this.#isRefused) this.refresh();
    this.#isRefused = true;
  }

  #endStream(): void {
    this.#closeStream?.();
    this.#takeBackReopening?.();
    this.#takeBackTelling?.();
    this.#closeStream = undefined;
    this.#takeBackReopening = undefined;
    this.#takeBackTelling = undefined;
  }

  // What the page does by itself.

  #change(change: Partial<PageState>): void {
    this.state = { ...this.state, ...change };
    this.#plan();
    this.#tools.draw(this);
  }

  /** The round in the air is cashed out at the multiplier that was typed, or at the highest; autoplay bets again. */
  #plan(): void {
    const { after, now } = this.#tools;
    const { phase, climbingSince, autoplay } = this.state;
    this.#takeBackPlan?.();
    this.#takeBackPlan = undefined;
    if (phase.kind !== 'idle') return;
    if (climbingSince !== null) {
      const at = this.autoMultiplier ?? highestMultiplier;
      const inMs = Math.max(0, climbingSince + msUntil(at) - now());
      this.#takeBackPlan = after(inMs, () => this.cashOut(at.toFixed(2)));
    } else if (autoplay !== null) {
      this.#takeBackPlan = after(autoplayPauseMs, () => this.bet());
    }
  }

  #multiplierNow(): string {
    const { climbingSince, askedAt, round } = this.state;
    if (climbingSince === null) return round?.cashedOutAt ?? askedAt ?? lowestMultiplier.toFixed(2);
    return Math.max(lowestMultiplier, multiplierAt(this.now() - climbingSince)).toFixed(2);
  }
}

/** Stakes to step to, in smallest units: 1, 2, 5, 10, 20, 50, … */
const ladder = Array.from({ length: 40 }, (_, zeros) => [1n, 2n, 5n].map((step) => step * 10n ** BigInt(zeros))).flat();

/** The next stake on the ladder; 1 where none is typed. */
const stepStake = (stake: string, direction: 'up' | 'down', scale: number): string => {
  const units = toUnits(stake, scale);
  if (units === undefined) return '1';
  const stepped = direction === 'up' ? ladder.find((rung) => rung > units) : ladder.findLast((rung) => rung < units);
  const amount = fromUnits(stepped ?? 1n, scale);
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
};
