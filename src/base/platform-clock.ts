import { setImmediate as nextTurn } from 'node:timers/promises';
import { usageError, type WalletproofError } from '../spec/walletproof-error.ts';
import type { Clock } from './clock.ts';
import { parseDuration } from './quantities.ts';

/** Where a platform's time stands. Unix milliseconds. */
export interface ClockState {
  readonly now: number;
  /** Whether it stands still. */
  readonly frozen: boolean;
  /** How far it is ahead of the real time; negative when behind. */
  readonly shiftMs: number;
}

export interface PlatformClockOptions {
  /** The real time, on which waits take place while the clock goes. */
  readonly base: Clock;
  /** Resolves when nothing is under way any more; a few turns of the event loop when absent. */
  readonly idle?: () => Promise<void>;
}

/** What may be ordered at once: `freeze` may stand beside `set`. */
interface ClockOrder {
  readonly set?: string | undefined;
  readonly freeze?: true | undefined;
  readonly resume?: true | undefined;
  readonly advance?: string | undefined;
}

/** How time goes. */
type Pace =
  | { readonly kind: 'going'; readonly shiftMs: number }
  | { readonly kind: 'frozen'; readonly at: number }
  | Moving;

/** Somebody moves it; `next` is how it goes on. */
interface Moving {
  readonly kind: 'advancing';
  at: number;
  next: 'going' | 'frozen';
}

/** Somebody who sleeps until it is woken. */
interface Sleeper {
  readonly dueAt: number;
  readonly wake: () => void;
  readonly fail: (error: unknown) => void;
  /** Ends what else would wake it. */
  disarm: AbortController | undefined;
}

/**
 * The one time of a platform: everything that it does by itself waits on it. It goes with `base` until
 * it is frozen, set or advanced. Its functions may be handed on alone.
 */
export class PlatformClock implements Clock {
  readonly real: Clock;
  readonly #idle: () => Promise<void>;
  /** In the order in which they are due; of those due at once the first to come is first. */
  readonly #sleepers: Sleeper[] = [];
  readonly #hearers = new Set<(state: ClockState) => void>();
  #pace: Pace = { kind: 'going', shiftMs: 0 };
  /** One advance after another. */
  #advanced: Promise<void> = Promise.resolve();

  constructor({ base, idle = restIdle }: PlatformClockOptions) {
    this.real = base;
    this.#idle = idle;
  }

  readonly now = (): number => {
    const pace = this.#pace;
    return pace.kind === 'going' ? this.real.now() + pace.shiftMs : pace.at;
  };

  /** How far it is ahead of the real time just now. */
  readonly shiftMs = (): number => {
    const pace = this.#pace;
    return pace.kind === 'going' ? pace.shiftMs : pace.at - this.real.now();
  };

  readonly state = (): ClockState => {
    const pace = this.#pace;
    const frozen = pace.kind === 'frozen' || (pace.kind === 'advancing' && pace.next === 'frozen');
    return { now: this.now(), frozen, shiftMs: this.shiftMs() };
  };

  readonly sleep = (durationMs: number, signal?: AbortSignal): Promise<void> => {
    const isGoing = this.#pace.kind === 'going';
    // Nobody would come to wake who is due at once.
    if (!isGoing && durationMs <= 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const ending = (settle: (value?: unknown) => void) => (value?: unknown) => {
        const index = this.#sleepers.indexOf(sleeper);
        if (index !== -1) this.#sleepers.splice(index, 1);
        sleeper.disarm?.abort();
        signal?.removeEventListener('abort', giveUp);
        settle(value);
      };
      const fail = ending(reject);
      const giveUp = (): void => fail(signal?.reason);
      const dueAt = this.now() + durationMs;
      const sleeper: Sleeper = { dueAt, wake: ending(() => resolve()), fail, disarm: undefined };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#sleepers.splice(this.#countDue(dueAt), 0, sleeper);
      if (isGoing) this.#arm(sleeper, durationMs);
    });
  };

  /** Time stands still: nobody who sleeps is woken. */
  readonly freeze = (): void => {
    const pace = this.#pace;
    if (pace.kind === 'going') this.#change({ kind: 'frozen', at: this.now() });
    if (pace.kind === 'advancing') pace.next = 'frozen';
  };

  /** Time goes on from where it stands. */
  readonly resume = (): void => {
    const pace = this.#pace;
    if (pace.kind === 'frozen') this.#change({ kind: 'going', shiftMs: this.shiftMs() });
    if (pace.kind === 'advancing') pace.next = 'going';
  };

  /**
   * It is that time at once: an ISO 8601 instant with its offset, a Date or Unix milliseconds. What is
   * due by then wakes, in order; set back, what waits stays due at its time. A usage error beyond ten
   * years from the real time.
   */
  readonly set = (given: string | Date | number): void => {
    const time = instantOf(given);
    const shiftMs = time - this.real.now();
    if (Math.abs(shiftMs) > largestShiftMs) throw tooFar(new Date(time).toISOString());
    this.#change(this.state().frozen ? { kind: 'frozen', at: time } : { kind: 'going', shiftMs });
  };

  /** So many whole milliseconds ahead of the real time, and going on; 0 is the real time. */
  readonly shift = (ms: number): void => {
    if (!Number.isInteger(ms) || Math.abs(ms) > largestShiftMs) throw tooFar(`${ms} ms`);
    // Without the sign that -0 would show in JSON and text.
    this.#change({ kind: 'going', shiftMs: ms + 0 });
  };

  /**
   * Moves on by `24h` or so many milliseconds: from one due time to the next, and lets what wakes there
   * come to rest before it moves on. Resolves when the duration is over and all is quiet. Rejects where
   * the time is set meanwhile.
   */
  readonly advance = (duration: string | number): Promise<void> => {
    const advanced = this.#advanced.then(() => this.#advance(durationIn(duration)));
    this.#advanced = advanced.catch(() => undefined);
    return advanced;
  };

  /** Does what is ordered; resolves when all that was due has been done. */
  readonly order = async ({ set, freeze, resume, advance }: ClockOrder): Promise<void> => {
    // Frozen first, it is that time exactly.
    if (freeze === true) this.freeze();
    if (set !== undefined) this.set(set);
    if (resume === true) this.resume();
    if (advance !== undefined) await this.advance(advance);
  };

  /** Told when time was frozen, resumed, set or advanced, until the function given back is called. */
  readonly onChange = (hear: (state: ClockState) => void): (() => void) => {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  };

  /** From due time to due time. Where it went it goes on, further ahead by the whole duration. */
  async #advance(durationMs: number): Promise<void> {
    const [start, startShiftMs] = [this.now(), this.shiftMs()];
    if (startShiftMs + durationMs > largestShiftMs) throw tooFar(`${durationMs} ms on`);
    const next = this.#pace.kind === 'frozen' ? 'frozen' : 'going';
    const moving: Moving = { kind: 'advancing', at: start, next };
    this.#change(moving);
    try {
      await this.#moveThrough(moving, start + durationMs);
    } finally {
      if (this.#pace === moving) {
        const { at, next: kind } = moving;
        this.#change(kind === 'frozen' ? { kind, at } : { kind, shiftMs: startShiftMs + at - start });
      }
    }
  }

  async #moveThrough(moving: Moving, until: number): Promise<void> {
    for (;;) {
      await this.#idle();
      if (this.#pace !== moving) throw interrupted();
      const nextAt = this.#sleepers[0]?.dueAt ?? Number.POSITIVE_INFINITY;
      if (nextAt > until && moving.at === until) return;
      moving.at = Math.max(moving.at, Math.min(nextAt, until));
      this.#wakeDue();
      // Who looks at the time by himself sees the end of it before all is called quiet.
      if (nextAt > until) this.#tell();
    }
  }

  /** Time goes otherwise from now on: who is due wakes, the others wait as it goes now. */
  #change(pace: Pace): void {
    this.#pace = pace;
    for (const { disarm } of this.#sleepers) disarm?.abort();
    this.#wakeDue();
    if (pace.kind === 'going') {
      const now = this.now();
      for (const sleeper of this.#sleepers) this.#arm(sleeper, sleeper.dueAt - now);
    }
    this.#tell();
  }

  #wakeDue(): void {
    for (const { wake } of this.#sleepers.splice(0, this.#countDue(this.now()))) wake();
  }

  /** How many are due by then; who comes is mostly due last. */
  #countDue(time: number): number {
    return this.#sleepers.findLastIndex(({ dueAt }) => dueAt <= time) + 1;
  }

  /** Lets the real time wake it. */
  #arm(sleeper: Sleeper, durationMs: number): void {
    const disarm = new AbortController();
    sleeper.disarm = disarm;
    this.real.sleep(durationMs, disarm.signal).then(sleeper.wake, (error: unknown) => {
      if (!disarm.signal.aborted) sleeper.fail(error);
    });
  }

  #tell(): void {
    for (const hear of [...this.#hearers]) hear(this.state());
  }
}

/** So many turns of the event loop, and what was woken has done what it does without waiting. */
const restTurns = 3;

const restIdle = async (): Promise<void> => {
  for (let turn = 0; turn < restTurns; turn += 1) await nextTurn();
};

/** Ten years, leap days included. */
const largestShiftMs = 315_576_000_000;

const tooFar = (what: string): WalletproofError =>
  usageError(
    `The clock cannot be moved by or to ${what}.`,
    'Give whole milliseconds or an instant, ten years from the real time at most.',
  );

const interrupted = (): WalletproofError =>
  usageError(
    'The clock was set while it was advanced, so that it is not known what has been done.',
    'Wait until advance has ended before you set the clock.',
  );

const durationIn = (duration: string | number): number => {
  const durationMs = typeof duration === 'number' ? duration : parseDuration(duration);
  if (durationMs !== undefined && Number.isFinite(durationMs) && durationMs >= 0) return durationMs;
  throw usageError(
    `The clock cannot be advanced by ${duration}.`,
    'Give a duration such as 500ms, 90s, 5m or 24h, or milliseconds; set() moves it back.',
  );
};

const offsetPattern = /(?:z|[+-]\d\d:?\d\d)$/i;

/** Unix milliseconds. */
const instantOf = (time: string | Date | number): number => {
  const isLocal = typeof time === 'string' && !offsetPattern.test(time);
  const timeMs = isLocal ? Number.NaN : new Date(time).getTime();
  if (!Number.isNaN(timeMs)) return timeMs;
  throw usageError(
    `The clock cannot be set to ${String(time)}.`,
    'Give an instant with its offset, such as 2026-03-01T12:00:00Z, a Date or Unix milliseconds.',
  );
};
