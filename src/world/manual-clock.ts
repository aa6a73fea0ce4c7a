import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import { createWaitList, fallAsleep, type Sleeper } from './wait-list.ts';

/** A clock that stands still until it is moved by hand. */
export interface ManualClock extends Clock {
  /** Moves the time on and wakes every sleeper on the way, in order of their due times. */
  advance(durationMs: number): Promise<void>;
  /** Waits until somebody sleeps, then moves to the earliest due time; milliseconds moved. */
  wakeNext(): Promise<number>;
}

/** A clock at `startAt` (Unix milliseconds). Its sleeps end only by `advance` and `wakeNext`. */
export const createManualClock = (startAt = 0): ManualClock => {
  let time = startAt;
  let tellOfSleep: () => void = () => {};
  const sleepers = createWaitList<Sleeper>();

  const wake = async (sleeper: Sleeper): Promise<void> => {
    time = Math.max(time, sleeper.dueAt);
    sleeper.wake();
    // Whoever woke may sleep again within the same advance.
    await nextTurn();
  };
  const someone = async (): Promise<Sleeper> => {
    const next = sleepers.earliest();
    if (next !== undefined) return next;
    await new Promise<void>((resolve) => {
      tellOfSleep = resolve;
    });
    return someone();
  };

  return {
    now: () => time,
    sleep: (durationMs, signal) => fallAsleep(sleepers, time + durationMs, { signal, onSleep: () => tellOfSleep() }),
    advance: async (durationMs) => {
      const until = time + durationMs;
      for (let next = sleepers.earliest(); next && next.dueAt <= until; next = sleepers.earliest()) {
        await wake(next);
      }
      time = until;
    },
    wakeNext: async () => {
      const before = time;
      await wake(await someone());
      return time - before;
    },
  };
};
