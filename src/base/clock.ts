import { setTimeout as delay } from 'node:timers/promises';

/** The time of a platform. A test holds it still; everything that waits waits on it. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Resolves after that many milliseconds of this clock; rejects with the signal's reason. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
  /** The real time, for whatever has to do with agents and browsers; absent where it is this one. */
  readonly real?: Clock;
  /** How far it is ahead of the real time just now; absent where it is the real time. */
  shiftMs?(): number;
  /** Told when time goes otherwise, until the function given back is called; absent where it never does. */
  onChange?(hear: () => void): () => void;
}

/** The real time, however far the clock was moved. */
export const realTimeOf = (clock: Clock): Clock => clock.real ?? clock;

/** When something begins, by a clock that may have been moved. */
interface Moment {
  readonly startedAt: number;
  /** How far the clock is ahead of the real time; absent where it is not moved. */
  readonly shiftMs?: number;
}

/** The time, and how far it was moved. */
export const momentOf = (clock: Pick<Clock, 'now' | 'shiftMs'>): Moment => {
  const shiftMs = clock.shiftMs?.() ?? 0;
  const startedAt = clock.now();
  return shiftMs === 0 ? { startedAt } : { startedAt, shiftMs };
};

/** Looks at two clocks that are further apart are two looks. */
const largestLookMs = 5;

/** Further apart than this, the machine's time was set, or the machine slept. */
const largestDriftMs = 50;

/**
 * Unix milliseconds with fractions, which run steadily: whether one call ended before another
 * began is told by less than a whole millisecond.
 */
const createSteadyTime = (): (() => number) => {
  let epoch = Date.now() - performance.now();
  return () => {
    const before = performance.now();
    const wall = Date.now();
    const now = performance.now();
    // A process that was stopped between two looks at the clocks sees them apart: no time was set.
    const isOneLook = now - before < largestLookMs;
    if (isOneLook && Math.abs(epoch + now - wall) > largestDriftMs) epoch = wall - now;
    return epoch + now;
  };
};

/** The machine's own clock. */
export const systemClock: Clock = {
  now: createSteadyTime(),
  sleep: async (durationMs, signal) => {
    const options = signal === undefined ? {} : { signal };
    for (let leftMs = durationMs; ; leftMs -= longestDelayMs) {
      await delay(Math.min(leftMs, longestDelayMs), undefined, options);
      if (leftMs <= longestDelayMs) return;
    }
  },
};

/** Node's timers take no longer ones. */
const longestDelayMs = 2_147_483_647;

/** Waits on the clock; ends at once, and without an error, when the signal aborts. */
export const pause = async (clock: Clock, durationMs: number, signal: AbortSignal): Promise<void> => {
  try {
    await clock.sleep(durationMs, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};
