import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** What is being done just now, so that somebody can wait until all of it rests. */
export interface WorkUnderWay {
  /** Does the work; while it sleeps on `clock`, it rests. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** For what is run here, and for nothing else. */
  readonly clock: Clock;
  /** Resolves when all work is done or sleeps. */
  quiet(): Promise<void>;
}

/** In so many turns of the event loop nothing new has begun. */
const quietTurns = 3;

/** Work that sleeps on that clock. */
export const createWorkUnderWay = (clock: Clock): WorkUnderWay => {
  let awake = 0;
  let waiting: (() => void)[] = [];
  const change = (by: number): void => {
    awake += by;
    if (awake > 0) return;
    for (const tellRest of waiting) tellRest();
    waiting = [];
  };
  const within: Clock = {
    ...clock,
    sleep: async (durationMs, signal) => {
      change(-1);
      try {
        await clock.sleep(durationMs, signal);
      } finally {
        change(1);
      }
    },
  };
  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
    });
  return {
    clock: within,
    run: async (work) => {
      change(1);
      try {
        return await work();
      } finally {
        change(-1);
      }
    },
    quiet: async () => {
      for (let turns = 0; turns < quietTurns; turns += 1) {
        if (awake === 0) await nextTurn();
        else {
          await rest();
          turns = -1;
        }
      }
    },
  };
};
