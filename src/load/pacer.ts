import { createLatency } from '../report/load/histograms.ts';
import { createDueTimes, firstSecondMs } from './arrivals.ts';
import type { Arrivals } from './load-plan.ts';
import { createQueue } from './queue.ts';

/** The callbacks of a share that are due, by the clock alone. Times by `performance.now()`. */
export interface Pacer {
  /** Callbacks that are due and wait. */
  readonly backlog: number;
  /** Since when the oldest of them is due, and it is taken; undefined where none is. */
  take(): number | undefined;
  /** So many more were sent with one that was taken: they count for those that come. */
  takeAhead(count: number): void;
  /** Within the first second, which is slow. */
  isBeginning(): boolean;
  /** How late this thread came to what was due. */
  lateness(): string;
  stop(): void;
}

interface PacerOptions {
  readonly arrivals: Arrivals;
  /** When the load begins. */
  readonly startsAt: number;
  readonly onAsked: () => void;
  /** Callbacks are due. */
  readonly onDue: () => void;
  /** No more callbacks will be due. */
  readonly onEnd: () => void;
}

/** Looks at the clock as often as something is due. */
export const createPacer = ({ arrivals, startsAt, ...on }: PacerOptions): Pacer => {
  const dueTimes = createDueTimes(arrivals);
  const backlog = createQueue<number>();
  const late = createLatency();
  let ahead = 0;
  let timer: NodeJS.Timeout | undefined;
  const takeDue = (now: number): void => {
    for (let due = dueTimes.next(); due !== undefined; due = dueTimes.next()) {
      if (startsAt + due > now) break;
      dueTimes.take();
      on.onAsked();
      late.record(now - startsAt - due);
      if (ahead > 0) ahead -= 1;
      else backlog.push(startsAt + due);
    }
  };
  const tick = (): void => {
    takeDue(performance.now());
    const next = dueTimes.next();
    if (next === undefined) {
      timer = undefined;
      on.onDue();
      on.onEnd();
      return;
    }
    timer = setTimeout(tick, Math.max(0, startsAt + next - performance.now()));
    on.onDue();
  };
  timer = setTimeout(tick, Math.max(0, startsAt - performance.now()));
  return {
    get backlog() {
      return backlog.size;
    },
    take: () => backlog.shift(),
    takeAhead: (count) => {
      for (let n = 0; n < count; n += 1) {
        if (backlog.shift() === undefined) ahead += 1;
      }
    },
    isBeginning: () => performance.now() < startsAt + firstSecondMs,
    lateness: () => late.encode(),
    stop: () => clearTimeout(timer),
  };
};
