import type { CallbackTiming, Exchange } from '../spec/exchange.ts';

type Measures = Pick<Exchange, 'durationMs' | 'timing'>;

/** Measures callbacks from their sending to the end of their answer. */
export const createMeasuring = () => {
  const lag = createLagWatch();
  const crowd = createCrowd();
  return {
    /** `start`, `headersAt`: when the call began, and when the headers of its answer were there, by `performance.now()`. */
    begin: (burst?: number, start = performance.now()): ((headersAt: number | undefined) => Measures) => {
      const [lagMs, together] = [lag.begin(), crowd.enter()];
      return (headersAt) => ({
        durationMs: performance.now() - start,
        timing: timingOf({
          headersMs: headersAt === undefined ? undefined : headersAt - start,
          together: together(),
          burst,
          lagMs: lagMs(),
        }),
      });
    },
  };
};

/** Below this nothing is made of our own lateness, milliseconds. */
const leastLagMs = 50;

const timingOf = ({ headersMs, together = 1, burst = 1, lagMs = 0 }: CallbackTiming): CallbackTiming => ({
  headersMs,
  together: together === 1 ? undefined : together,
  burst: burst === 1 ? undefined : burst,
  lagMs: lagMs < leastLagMs ? undefined : Math.round(lagMs),
});

/** Tells of each that enters how many were there at once at most, until it is asked: then it leaves. */
const createCrowd = () => {
  const present = new Set<{ most: number }>();
  return {
    enter: (): (() => number) => {
      const own = { most: 0 };
      present.add(own);
      for (const each of present) each.most = Math.max(each.most, present.size);
      return () => {
        present.delete(own);
        return own.most;
      };
    },
  };
};

/** How often the process looks whether it is on time, milliseconds. */
const everyMs = 20;
/** Timers are late by this much on any machine. */
const usualMs = 5;

/**
 * Looks at the clock again and again while somebody watches: a look that comes late tells that the
 * process was busy, or the machine with others. An answer may have waited for us meanwhile.
 */
const createLagWatch = () => {
  let watchers = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let lookedAt = 0;
  let lagMs = 0;
  /** A look that is overdue by now counts as well. */
  const look = (): void => {
    const now = performance.now();
    const lateMs = now - lookedAt - everyMs;
    if (lateMs > usualMs) lagMs += lateMs;
    lookedAt = now;
  };
  /** Looks on until nobody has watched from one look to the next: calls follow one another. */
  const start = (): void => {
    clearInterval(timer);
    lookedAt = performance.now();
    timer = setInterval(() => {
      look();
      if (watchers > 0) return;
      clearInterval(timer);
      timer = undefined;
    }, everyMs);
    timer.unref();
  };
  return {
    /** From now on; gives back for how long the process could do nothing since then, milliseconds. */
    begin: (): (() => number) => {
      // Where nobody watched and no look came, the timer is that of a test, which it has put away since.
      const isOverdue = performance.now() - lookedAt > everyMs + usualMs;
      if (timer === undefined || (watchers === 0 && isOverdue)) start();
      watchers += 1;
      const before = lagMs;
      const lateAtStartMs = Math.max(0, performance.now() - lookedAt - everyMs);
      return () => {
        if (performance.now() - lookedAt > everyMs + usualMs) look();
        watchers -= 1;
        return Math.max(0, lagMs - before - lateAtStartMs);
      };
    },
  };
};
