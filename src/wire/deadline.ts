import { setMaxListeners } from 'node:events';
import { type Failed, failed } from './name-failure.ts';

/** The end that is put to an attempt from outside. */
export interface Deadline {
  /** The failure that the deadline caused; undefined while it has not passed. */
  passed(): Failed | undefined;
  /** Calls `end` when it passes, once; at once where it has passed. One attempt has one end. */
  onPassed(end: (failure: Failed) => void): void;
  clear(): void;
}

export const timedOut = (timeoutMs: number): Failed => failed('timeout', `No complete answer within ${timeoutMs} ms.`);

export const interrupted = (): Failed => failed('interrupted', 'The callback was interrupted by the platform.');

/** A timer of ours that comes so late says that we were busy, milliseconds. */
export const latenessMs = 20;

/**
 * Ends after `timeoutMs` of real time, or as soon as one of the signals aborts. No AbortController:
 * making one for each callback, and listening to it, cost more than this whole deadline.
 */
export const createDeadline = (timeoutMs: number, interruptions: readonly (AbortSignal | undefined)[]): Deadline => {
  let failure: Failed | undefined;
  let tell: ((failure: Failed) => void) | undefined;
  const end = (cause: () => Failed): void => {
    if (failure !== undefined) return;
    failure = cause();
    tell?.(failure);
  };
  const interrupt = (): void => end(interrupted);
  const endLate = (): void => end(() => timedOut(timeoutMs));
  const due = performance.now() + timeoutMs;
  let timer = setTimeout(() => {
    // After a moment in which we could do nothing the answer may be there, and was only not looked at.
    const isLookedAt = performance.now() - due < latenessMs;
    if (isLookedAt) endLate();
    else timer = setTimeout(endLate, latenessMs);
  }, timeoutMs);
  const signals = interruptions.filter((signal) => signal !== undefined);
  for (const signal of signals) {
    // As many callbacks as are under way listen to one signal; that is no leak.
    setMaxListeners(Number.POSITIVE_INFINITY, signal);
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt);
  }
  return {
    passed: () => failure,
    onPassed: (hear) => {
      tell = hear;
      if (failure !== undefined) hear(failure);
    },
    clear: () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', interrupt);
    },
  };
};
