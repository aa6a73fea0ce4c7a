import type { Arrivals } from './load-plan.ts';

/** How long a load goes on, milliseconds. */
export const lengthOf = ({ rampMs, holdMs }: Pick<Arrivals, 'rampMs' | 'holdMs'>): number => rampMs + holdMs;

/** Callbacks a second that are asked for at a time, milliseconds after the start. */
export const rateAt = (arrivals: Arrivals, atMs: number): number => {
  const { ratePerSecond, rampMs, spikes, firstSecondRate } = arrivals;
  if (atMs < firstSecondMs) return firstSecondRate;
  const spike = spikes.find((each) => atMs >= each.atMs && atMs < each.atMs + each.forMs);
  if (spike !== undefined) return spike.ratePerSecond;
  if (atMs >= rampMs) return ratePerSecond;
  const part = (atMs - firstSecondMs) / (rampMs - firstSecondMs);
  return firstSecondRate + (ratePerSecond - firstSecondRate) * part;
};

/** So long the rate is low: an agent that answers errors is left alone. */
export const firstSecondMs = 1000;

/** The times at which callbacks are due, milliseconds after the start, one after another. */
export interface DueTimes {
  /** The next one; undefined where the load is over. It is not taken. */
  next(): number | undefined;
  take(): void;
}

/**
 * Open arrivals: callbacks are due by the clock, whether or not earlier ones were answered. The time
 * between two is that of the rate at the first of them.
 */
export const createDueTimes = (arrivals: Arrivals): DueTimes => {
  const end = lengthOf(arrivals);
  let next = 0;
  return {
    next: () => (next < end ? next : undefined),
    take: () => {
      next = dueAfter(arrivals, next);
    },
  };
};

/** No step is longer than that: a rate that is next to nothing soon is another one. */
const longestStepMs = 5;

/** When a whole callback more is due: the rate changes on the way. */
const dueAfter = (arrivals: Arrivals, from: number): number => {
  let owed = 1;
  let at = from;
  for (;;) {
    const rate = rateAt(arrivals, at) / 1000;
    const wholeMs = rate > 0 ? owed / rate : Number.POSITIVE_INFINITY;
    if (wholeMs <= longestStepMs || at > lengthOf(arrivals)) return at + Math.min(wholeMs, 1e9);
    owed -= longestStepMs * rate;
    at += longestStepMs;
  }
};
