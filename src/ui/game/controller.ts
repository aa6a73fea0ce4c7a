import type { GameAction, GameStart, GameState } from '../../spec/game-page.ts';
import {
  highestMultiplier,
  lowestMultiplier,
  msUntil,
  multiplierAt,
  parseMultiplier,
} from './multiplier.ts';
import type { PageEvent, PageState } from './page-state.ts';
import { isClimbing, openingState } from './page-state.ts';
import { reduce } from './reduce.ts';
import type { SendAction } from './send-action.ts';

/** Opens the state of a page. What the page does by itself, it does from here. */
export const openController = (
  browser: BrowserTools,
  drawer: PageState['drawer'],
): GameController => {
  let state = openingState(drawer);
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
    const multiplier = parseMultiplier(state.autoCashOut) ?? highestMultiplier;
    const inMs = Math.max(0, (state.climbingSince ?? now) + msUntil(multiplier) - now);
    return { kind: 'cash-out', inMs, at: multiplier.toFixed(2) };
  }
  return state.autoplay === null ? undefined : { kind: 'bet', inMs: autoplayPauseMs };
};

/** Plays a round with the stake that is typed, or a free spin. */
export const bet = async (controller: GameController): Promise<void> => {
  const { phase, stake, autoCashOut } = controller.state();
  if (phase.kind !== 'idle' || isClimbing(controller.state())) return;
  if (autoCashOut.trim() !== '' && parseMultiplier(autoCashOut) === undefined) {
    controller.dispatch({
      kind: 'refused',
      text: 'Cash out by itself: type a number from 1.01 to 1000.',
    });
    return;
  }
  await ask(controller, 'bet', { stake: stake.trim() });
};

/** Asks for the money of the round in the air, or again for that of a round nobody knows the end of. */
export const cashOut = async (
  controller: GameController,
  at: string = multiplierNow(controller),
): Promise<void> => {
  const { round } = controller.state();
  if (round?.state === 'open' || round?.state === 'unclear') {
    await ask(controller, 'cash-out', { roundId: round.roundId, at });
  }
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
    dispatch({ kind: 'closed', reason: reply.kind, message: reply.message });
    return;
  }
  if (reply.answer.round?.reels !== undefined && action === 'bet') {
    await pause(controller, spinMs - (browser.now() - askedAt));
  }
  tellAnswer(controller, action, reply.answer);
  await stopReels(controller);
};

const isFree = ({ phase }: PageState, action: GameAction): boolean =>
  action === 'start' ? phase.kind === 'opening' || phase.kind === 'closed' : phase.kind === 'idle';

const atOf = ({ at }: Readonly<Record<string, unknown>>) => (typeof at === 'string' ? { at } : {});

const tellAnswer = (
  { dispatch, browser }: GameController,
  action: GameAction,
  answer: GameState,
): void => {
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
