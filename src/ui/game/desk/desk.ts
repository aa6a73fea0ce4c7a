import type { PageEvent } from '../state/page-event.ts';
import type { PageState } from '../state/page-state.ts';
import type { SendAction } from './send-action.ts';

/** What a page needs from the browser, so that tests can hold it still. */
export interface DeskTools {
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
export interface Desk {
  readonly tools: DeskTools;
  readonly state: () => PageState;
  readonly tell: (event: PageEvent) => void;
}
