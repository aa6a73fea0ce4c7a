import type { GameState } from '../../spec/game-page.ts';
import { ask, type BrowserTools, type GameController, retry } from './controller.ts';

/** What the connection to the platform needs from the browser. */
export interface ConnectionTools {
  /** Opens the stream of events; what it returns closes it. */
  readonly listen: (events: StreamEvents) => () => void;
  /** Tells the platform that the player goes, even while the page closes. */
  readonly sayLeaving: () => void;
}

/** What a stream tells. */
export interface StreamEvents {
  readonly onState: (answer: GameState) => void;
  /** `retrying`: the browser connects again by itself. `refused`: it does not. */
  readonly onLost: (how: 'retrying' | 'refused') => void;
}

/** The page's ear at the platform. While it listens, the platform takes the player as being there. */
export interface Connection {
  /** The player goes: Home, a closed tab. */
  leave(): void;
  /** The player is seen again: a page from the browser's cache, or from behind the casino's app. */
  comeBack(): void;
}

/** So long a stream may be away before the player is told. */
const patienceMs = 3000;

/** After which wait a stream that was refused is opened again. */
const againMs = 5000;

/** Listens from now on, hidden or not, and again whenever the stream ends, until the player leaves. */
export const openConnection = (controller: GameController, { listen, sayLeaving }: ConnectionTools): Connection => {
  const opening = createTimer(controller.browser.after);
  const telling = createTimer(controller.browser.after);
  let close: (() => void) | undefined;
  let isRefused = false;

  const end = (): void => {
    close?.();
    close = undefined;
    opening.stop();
    telling.stop();
  };
  const onState = (answer: GameState): void => {
    telling.stop();
    isRefused = false;
    show(controller, answer);
  };
  const onLost = (how: 'retrying' | 'refused'): void => {
    telling.start(patienceMs, () => controller.dispatch({ kind: 'stream', stream: 'lost' }));
    if (how === 'retrying') return;
    opening.start(againMs, reopen);
    // It may have been refused because the link is gone: an action is told so.
    if (!isRefused) void ask(controller, 'balance');
    isRefused = true;
  };
  const open = (): void => {
    close = listen({ onState, onLost });
  };
  const reopen = (): void => {
    end();
    if (!isGone(controller)) open();
  };

  open();
  return {
    leave: () => {
      if (close === undefined) return;
      sayLeaving();
      end();
      controller.dispatch({ kind: 'autoplay-stopped' });
    },
    comeBack: () => {
      if (close === undefined && !isGone(controller)) open();
    },
  };
};

const show = (controller: GameController, answer: GameState): void => {
  const { state, dispatch, browser } = controller;
  if (state().stream === 'lost') dispatch({ kind: 'stream', stream: 'back' });
  // A page that could not be opened knows no scene yet; a platform that was restarted no balance.
  if (state().scene === null || isUnasked(answer)) void retry(controller);
  else dispatch({ kind: 'told', answer, now: browser.now() });
};

const isUnasked = ({ balance }: GameState): boolean => balance.kind === 'problem' && balance.code === 'not-asked';

const isGone = ({ state }: GameController): boolean => {
  const { phase } = state();
  return phase.kind === 'closed' && phase.reason === 'gone';
};

/** One thing that is done later; nothing is ordered twice. */
const createTimer = (after: BrowserTools['after']) => {
  let takeBack: (() => void) | undefined;
  const stop = (): void => {
    takeBack?.();
    takeBack = undefined;
  };
  return {
    stop,
    start: (ms: number, run: () => void): void => {
      takeBack ??= after(ms, () => {
        takeBack = undefined;
        run();
      });
    },
  };
};
