import type { GameAction, GameStart, GameState } from '../../spec/game-page.ts';
import { wordsIn } from './languages/words.ts';
import { highestMultiplier, lowestMultiplier, msUntil, multiplierAt, parseMultiplier } from './multiplier.ts';
import { isClimbing, type PageEvent, type PageState } from './page-state.ts';
import { reduce } from './reduce.ts';
import type { SendAction } from './send-action.ts';

/** Opens the state of a page. What the page does by itself, it does from here. */
export const openController = (browser: BrowserTools, opening: PageState): GameController => {
  let state = opening;
  let takeBack = (): void => undefined;
  const controller: GameController = {
    browser,
    state: () => state,
    dispatch: (event) => {
      state = reduce(state, event);
      takeBack();
      takeBack = planNext(controller);
      browser.draw(state);
    },
  };
  return controller;
};

const planNext = (controller: GameController): (() => void) => {
  const due = nextAction(controller.state(), controller.browser.now());
  if (due === undefined) return () => undefined;
  return controller.browser.after(due.inMs, () => {
    void (due.kind === 'bet' ? bet(controller) : cashOut(controller, due.at));
  });
};

/** What a page needs from the browser, so that tests can hold it still. */
export interface BrowserTools {
  readonly send: SendAction;
  /** Milliseconds of a clock that only goes on. */
  readonly now: () => number;
  /** Calls `run` after `ms`; what it returns takes the order back. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Whether the player asked for less motion: reels stop at once. */
  readonly isCalm: () => boolean;
  /** Told about every new state. */
  readonly draw: (state: PageState) => void;
}

/** The state of the page, and what it works with. */
export interface GameController {
  readonly browser: BrowserTools;
  readonly state: () => PageState;
  readonly dispatch: (event: PageEvent) => void;
}

/** Something that the page does by itself when its time comes. */
type PlannedAction =
  | { readonly kind: 'bet'; readonly inMs: number }
  | { readonly kind: 'cash-out'; readonly inMs: number; readonly at: string };

/** So long a result is looked at before autoplay goes on. */
const autoplayPauseMs = 900;

/**
 * What the page does next by itself: the round in the air is cashed out at the multiplier that was
 * typed, or at the highest; autoplay bets again.
 */
export const nextAction = (state: PageState, now: number): PlannedAction | undefined => {
  if (state.phase.kind !== 'idle') return undefined;
  if (isClimbing(state)) {
    const multiplier = autoMultiplier(state) ?? highestMultiplier;
    const inMs = Math.max(0, (state.climbingSince ?? now) + msUntil(multiplier) - now);
    return { kind: 'cash-out', inMs, at: multiplier.toFixed(2) };
  }
  return state.autoplay === null ? undefined : { kind: 'bet', inMs: autoplayPauseMs };
};

/** The multiplier that is typed for an automatic cash-out; undefined when it is none. */
export const autoMultiplier = ({ autoCashOut, language }: PageState): number | undefined =>
  parseMultiplier(wordsIn(language).numbers.typed(autoCashOut));

/** Plays a round with the stake that is typed, or a free spin. */
export const bet = async (controller: GameController): Promise<void> => {
  const { phase, stake, autoCashOut, language } = controller.state();
  const { texts, numbers } = wordsIn(language);
  if (phase.kind !== 'idle' || isClimbing(controller.state())) return;
  if (autoCashOut.trim() !== '' && autoMultiplier(controller.state()) === undefined) {
    controller.dispatch({ kind: 'refused', text: texts.autoCashOutWrong });
    return;
  }
  await ask(controller, 'bet', { stake: numbers.typed(stake) });
};

/** Asks for the money of the round in the air, or again for that of a round nobody knows the end of. */
export const cashOut = async (controller: GameController, at: string = multiplierNow(controller)): Promise<void> => {
  const { round } = controller.state();
  if (round?.state === 'open' || round?.state === 'unclear') {
    await ask(controller, 'cash-out', { roundId: round.roundId, at });
  }
};

/** Gives the round in the air up: its bet is rolled back. */
export const cancel = async (controller: GameController): Promise<void> => {
  const { round } = controller.state();
  if (round?.state === 'open') await ask(controller, 'cancel', { roundId: round.roundId });
};

const multiplierNow = ({ state, browser }: GameController): string => {
  const { climbingSince, askedAt, round } = state();
  if (climbingSince === null) return round?.cashedOutAt ?? askedAt ?? lowestMultiplier.toFixed(2);
  const multiplier = multiplierAt(browser.now() - climbingSince);
  return Math.min(highestMultiplier, Math.max(lowestMultiplier, multiplier)).toFixed(2);
};

/** After which wait the player is told that the casino takes its time. */
const slowMs = 2500;

/** How long reels spin at least, and what lies between the stops of two. */
const spinMs = 650;

const reelMs = 260;

/** Asks the platform for an action and shows what comes of it. One at a time: others are dropped. */
export const ask = async (
  controller: GameController,
  action: GameAction,
  body: Readonly<Record<string, unknown>> = {},
): Promise<void> => {
  const { browser, state, dispatch } = controller;
  if (!isFree(state(), action)) return;
  const askedAt = browser.now();
  dispatch({ kind: 'asked', action, ...atOf(body) });
  const forget = browser.after(slowMs, () => dispatch({ kind: 'waited-long' }));
  const reply = await browser.send(action, body);
  forget();
  if (reply.kind !== 'answer') {
    const { texts, sentence } = wordsIn(state().language);
    const message = reply.kind === 'gone' ? sentence(reply.message) : texts.noAnswer;
    dispatch({ kind: 'closed', reason: reply.kind, message });
    return;
  }
  if (reply.answer.round?.reels !== undefined && action === 'bet') {
    await pause(controller, spinMs - (browser.now() - askedAt));
  }
  tellAnswer(controller, action, reply.answer);
  await stopReels(controller);
};

/** Opens the game, or goes on with one that was open: opening it again would begin a demo anew. */
export const retry = (controller: GameController): Promise<void> =>
  ask(controller, controller.state().scene === null ? 'start' : 'balance');

const isFree = ({ phase, scene }: PageState, action: GameAction): boolean => {
  if (action === 'start') return scene === null && isStill(phase);
  return phase.kind === 'idle' || (action === 'balance' && isStill(phase));
};

const isStill = ({ kind }: PageState['phase']): boolean => kind === 'opening' || kind === 'closed';

const atOf = ({ at }: Readonly<Record<string, unknown>>) => (typeof at === 'string' ? { at } : {});

const tellAnswer = ({ dispatch, browser }: GameController, action: GameAction, answer: GameState): void => {
  const now = browser.now();
  if (action === 'start') dispatch({ kind: 'started', answer: answer as GameStart, now });
  else dispatch({ kind: 'answered', action, answer, now });
};

const stopReels = async (controller: GameController): Promise<void> => {
  while (controller.state().phase.kind === 'revealing') {
    await pause(controller, reelMs);
    controller.dispatch({ kind: 'reel-stopped' });
  }
};

const pause = ({ browser }: GameController, ms: number): Promise<void> =>
  ms <= 0 || browser.isCalm()
    ? Promise.resolve()
    : new Promise((resolve) => {
        browser.after(ms, resolve);
      });
