import { createLatency } from '../report/load/histograms.ts';
import type { Arrivals } from './plan.ts';

/** So long the rate is low: an agent that answers errors is left alone. */
export const firstSecondMs = 1000;

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

/** No step is longer than that: a rate that is next to nothing soon is another one. */
const longestStepMs = 5;

/**
 * Open arrivals: the times at which callbacks are due, milliseconds after the start, whether or not earlier ones were
 * answered. The time between two is that of a whole callback at the rates on the way.
 */
export function* dueTimes(arrivals: Arrivals): Generator<number, void, void> {
  const end = lengthOf(arrivals);
  let owed = 0;
  for (let at = 0; at < end; ) {
    const rate = rateAt(arrivals, at) / 1000;
    const wholeMs = rate > 0 ? owed / rate : Number.POSITIVE_INFINITY;
    if (owed > 0 && wholeMs > longestStepMs) {
      owed -= longestStepMs * rate;
      at += longestStepMs;
      continue;
    }
    at += owed > 0 ? wholeMs : 0;
    if (at >= end) return;
    yield at;
    owed = 1;
  }
}

interface PacerOptions {
  readonly arrivals: Arrivals;
  /** When the load begins, by `performance.now()`. */
  readonly startsAt: number;
  readonly onAsked: () => void;
  /** Callbacks are due. */
  readonly onDue: () => void;
  /** No more callbacks will be due. */
  readonly onEnd: () => void;
}

/**
 * The callbacks of a share that are due, by the clock alone: it looks as often as something is due. Times by
 * `performance.now()`.
 */
export class Pacer {
  readonly #options: PacerOptions;
  readonly #times: Iterator<number, void, void>;
  readonly #late = createLatency();
  readonly #waiting: number[] = [];
  #next: number | undefined;
  #ahead = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PacerOptions) {
    this.#options = options;
    this.#times = dueTimes(options.arrivals);
    this.#toNext();
    this.#wait(options.startsAt);
  }

  /** Callbacks that are due and wait. */
  get backlog(): number {
    return this.#waiting.length;
  }

  /** Within the first second, which is slow. */
  get isBeginning(): boolean {
    return performance.now() < this.#options.startsAt + firstSecondMs;
  }

  /**
   * Takes the oldest of them, and so many more that are sent with it: where none is due, they count for those that
   * come. When it was due.
   */
  take(count = 1): number | undefined {
    const taken = this.#waiting.splice(0, count);
    this.#ahead += count - Math.max(1, taken.length);
    return taken[0];
  }

  /** How late this thread came to what was due. */
  lateness(): string {
    return this.#late.encode();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #toNext(): void {
    const { value } = this.#times.next();
    this.#next = value === undefined ? undefined : this.#options.startsAt + value;
  }

  #wait(until: number): void {
    this.#timer = setTimeout(() => this.#look(), Math.max(0, until - performance.now()));
  }

  #look(): void {
    const now = performance.now();
    while (this.#next !== undefined && this.#next <= now) {
      this.#options.onAsked();
      this.#late.record(now - this.#next);
      if (this.#ahead > 0) this.#ahead -= 1;
      else this.#waiting.push(this.#next);
      this.#toNext();
    }
    if (this.#next !== undefined) this.#wait(this.#next);
    this.#options.onDue();
    if (this.#next === undefined) this.#options.onEnd();
  }
}
