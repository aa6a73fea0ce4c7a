import { setMaxListeners } from 'node:events';
import type { Failed } from './name-failure.ts';
import { failed } from './name-failure.ts';

/** The end that is put to an attempt from outside. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** The failure that the deadline caused; undefined while it has not passed. */
  passed(): Failed | undefined;
  clear(): void;
}

/** Ends after `timeoutMs` of real time, or as soon as one of the signals aborts. */
export const createDeadline = (
  timeoutMs: number,
  interruptions: readonly (AbortSignal | undefined)[],
): Deadline => {
  const controller = new AbortController();
  const signals = interruptions.filter((signal) => signal !== undefined);
  let failure: Failed | undefined;
  const end = (cause: Failed) => (): void => {
    failure ??= cause;
    controller.abort();
  };
  const interrupt = end(failed('interrupted', 'The callback was interrupted by the platform.'));
  const late = failed('timeout', `No complete answer within ${timeoutMs} ms.`);
  const timer = setTimeout(end(late), timeoutMs);
  for (const signal of signals) {
    // As many callbacks as are under way listen to one signal; that is no leak.
    setMaxListeners(Number.POSITIVE_INFINITY, signal);
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt);
  }
  return {
    signal: controller.signal,
    passed: () => failure,
    clear: () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', interrupt);
    },
  };
};
