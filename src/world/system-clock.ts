import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (durationMs, signal) => {
    await delay(durationMs, undefined, signal === undefined ? {} : { signal });
  },
};
