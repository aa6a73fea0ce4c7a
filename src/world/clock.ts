import { setTimeout as delay } from 'node:timers/promises';

/** The time of a platform. A test holds it still; everything that waits waits on it. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Resolves after that many milliseconds of this clock; rejects with the signal's reason. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}

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
    await delay(durationMs, undefined, signal === undefined ? {} : { signal });
  },
};

/** A clock that goes with another one, ahead of it or behind. */
export interface ShiftedClock extends Clock {
  /** Milliseconds ahead of the other clock; negative when behind. */
  shiftMs(): number;
  /**
   * Sets how far ahead it is, from the other clock and not from where it stands now.
   * A RangeError unless these are whole milliseconds, ten years at most either way.
   */
  shift(ms: number): void;
}

/** Ten years, leap days included. */
const largestShiftMs = 315_576_000_000;

/** A clock that can be moved. Waits take as long as on `base`: a moved clock does not end them. */
export const createShiftedClock = (base: Clock): ShiftedClock => {
  let shiftMs = 0;
  return {
    now: () => base.now() + shiftMs,
    sleep: base.sleep,
    shiftMs: () => shiftMs,
    shift: (ms) => {
      if (!Number.isInteger(ms) || Math.abs(ms) > largestShiftMs) throw shiftError(ms);
      // Without the sign that -0 would show in JSON and text.
      shiftMs = ms + 0;
    },
  };
};

const shiftError = (ms: number): RangeError =>
  new RangeError(
    `The clock cannot be moved by ${ms}: give whole milliseconds, from ${-largestShiftMs} to ${largestShiftMs} (ten years).`,
  );

/** Waits on the clock; ends at once, and without an error, when the signal aborts. */
export const pause = async (
  clock: Clock,
  durationMs: number,
  signal: AbortSignal,
): Promise<void> => {
  try {
    await clock.sleep(durationMs, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};
