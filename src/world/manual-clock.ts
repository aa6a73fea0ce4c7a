import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** A clock that stands still until it is moved by hand. */
export interface ManualClock extends Clock {
  /** Moves the time on and wakes every sleeper on the way, in order of their due times. */
  advance(durationMs: number): Promise<void>;
  /** Waits until somebody sleeps, then moves to the earliest due time; milliseconds moved. */
  wakeNext(): Promise<number>;
}

interface Sleeper {
  readonly dueAt: number;
  readonly wake: () => void;
}

/** A clock at `startAt` (Unix milliseconds). Its sleeps end only by `advance` and `wakeNext`. */
export const createManualClock = (startAt = 0): ManualClock => {
  let time = startAt;
  let tellOfSleep: () => void = () => {};
  const sleepers = new Set<Sleeper>();

  const wake = async (sleeper: Sleeper): Promise<void> => {
    time = Math.max(time, sleeper.dueAt);
    sleeper.wake();
    // Whoever woke may sleep again within the same advance.
    await nextTurn();
  };
  const someone = async (): Promise<Sleeper> => {
    const next = earliest(sleepers);
    if (next !== undefined) return next;
    await new Promise<void>((resolve) => {
      tellOfSleep = resolve;
    });
    return someone();
  };

  return {
    now: () => time,
    sleep: (durationMs, signal) => {
      const slept = fallAsleep(sleepers, time + durationMs, signal);
      tellOfSleep();
      return slept;
    },
    advance: async (durationMs) => {
      const until = time + durationMs;
      for (let next = earliest(sleepers); next && next.dueAt <= until; next = earliest(sleepers)) {
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

const earliest = (sleepers: ReadonlySet<Sleeper>): Sleeper | undefined =>
  [...sleepers].toSorted((one, other) => one.dueAt - other.dueAt)[0];

const fallAsleep = (
  sleepers: Set<Sleeper>,
  dueAt: number,
  signal: AbortSignal | undefined,
): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const end = (settle: () => void) => () => {
      sleepers.delete(sleeper);
      signal?.removeEventListener('abort', giveUp);
      settle();
    };
    const giveUp = end(() => reject(signal?.reason));
    const sleeper: Sleeper = { dueAt, wake: end(resolve) };
    signal?.addEventListener('abort', giveUp, { once: true });
    sleepers.add(sleeper);
  });
