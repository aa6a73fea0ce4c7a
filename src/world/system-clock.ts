import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** Further apart than this, the machine's time was set, or the machine slept. */
const largestDriftMs = 50;

/**
 * Unix milliseconds with fractions, which run steadily: whether one call ended before another
 * began is told by less than a whole millisecond.
 */
const createSteadyTime = (): (() => number) => {
  let epoch = Date.now() - performance.now();
  return () => {
    const wall = Date.now();
    if (Math.abs(epoch + performance.now() - wall) > largestDriftMs) {
      epoch = wall - performance.now();
    }
    return epoch + performance.now();
  };
};

/** The machine's own clock. */
export const systemClock: Clock = {
  now: createSteadyTime(),
  sleep: async (durationMs, signal) => {
    await delay(durationMs, undefined, signal === undefined ? {} : { signal });
  },
};
