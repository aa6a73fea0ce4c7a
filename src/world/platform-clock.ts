import { setImmediate as nextTurn } from 'node:timers/promises';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { Clock } from './clock.ts';
import { parseDuration } from './duration.ts';
import { createWaitList, fallAsleep, type Sleeper, type WaitList } from './wait-list.ts';

/** Where a platform's time stands. Unix milliseconds. */
export interface ClockState {
  readonly now: number;
  /** Whether it stands still. */
  readonly frozen: boolean;
  /** How far it is ahead of the real time; negative when behind. */
  readonly shiftMs: number;
}

/** The one time of a platform: everything that it does by itself waits on it. */
export interface PlatformClock extends Clock {
  readonly real: Clock;
  /** Time stands still: nobody who sleeps is woken. */
  freeze(): void;
  /** Time goes on from where it stands. */
  resume(): void;
  /**
   * It is that time at once: an ISO 8601 instant with its offset, a Date or Unix milliseconds. What is
   * due by then wakes, in order; set back, what waits stays due at its time. A usage error beyond ten
   * years from the real time.
   */
  set(time: string | Date | number): void;
  /**
   * Moves on by `24h` or so many milliseconds: from one due time to the next, and lets what wakes there
   * come to rest before it moves on. Resolves when the duration is over and all is quiet. Rejects where
   * the time is set meanwhile.
   */
  advance(duration: string | number): Promise<void>;
  /** So many whole milliseconds ahead of the real time, and going on; 0 is the real time. */
  shift(ms: number): void;
  /** How far it is ahead of the real time just now. */
  shiftMs(): number;
  state(): ClockState;
  /** Told when time was frozen, resumed, set or advanced, until the function given back is called. */
  onChange(hear: (state: ClockState) => void): () => void;
}

export interface PlatformClockOptions {
  /** The real time, on which waits take place while the clock goes. */
  readonly base: Clock;
  /** Resolves when nothing is under way any more; a few turns of the event loop when absent. */
  readonly idle?: () => Promise<void>;
}

/** A clock that goes with `base` until it is frozen, set or advanced. */
export const createPlatformClock = ({ base, idle = restIdle }: PlatformClockOptions): PlatformClock => {
  const course: Course = {
    ...{ base, idle, waits: createWaitList(), hearers: new Set() },
    pace: { kind: 'going', shiftMs: 0 },
    advanced: Promise.resolve(),
  };
  return {
    now: () => nowOf(course),
    real: base,
    sleep: (durationMs, signal) => sleep(course, durationMs, signal),
    freeze: () => freeze(course),
    resume: () => resume(course),
    set: (time) => setTo(course, instantOf(time)),
    shift: (ms) => {
      // Without the sign that -0 would show in JSON and text.
      changePace(course, { kind: 'going', shiftMs: wholeMs(ms) + 0 });
    },
    advance: (duration) => {
      const advanced = course.advanced.then(() => advance(course, durationIn(duration)));
      course.advanced = advanced.catch(() => undefined);
      return advanced;
    },
    shiftMs: () => shiftOf(course),
    state: () => stateOf(course),
    onChange: (hear) => {
      course.hearers.add(hear);
      return () => course.hearers.delete(hear);
    },
  };
};

/** How time goes. */
type Pace =
  | { readonly kind: 'going'; readonly shiftMs: number }
  | { readonly kind: 'frozen'; readonly at: number }
  /** Somebody moves it; `next` is how it goes on. */
  | { readonly kind: 'advancing'; at: number; next: 'going' | 'frozen' };

interface Course {
  readonly base: Clock;
  readonly idle: () => Promise<void>;
  readonly waits: WaitList<Sleeper>;
  readonly hearers: Set<(state: ClockState) => void>;
  pace: Pace;
  /** One advance after another. */
  advanced: Promise<void>;
}

const nowOf = ({ base, pace }: Course): number => (pace.kind === 'going' ? base.now() + pace.shiftMs : pace.at);

const shiftOf = ({ base, pace }: Course): number => (pace.kind === 'going' ? pace.shiftMs : pace.at - base.now());

const stateOf = (course: Course): ClockState => {
  const { pace } = course;
  const frozen = pace.kind === 'frozen' || (pace.kind === 'advancing' && pace.next === 'frozen');
  return { now: nowOf(course), frozen, shiftMs: shiftOf(course) };
};

const sleep = (course: Course, durationMs: number, signal?: AbortSignal): Promise<void> => {
  const isGoing = course.pace.kind === 'going';
  // Nobody would come to wake who is due at once.
  if (!isGoing && durationMs <= 0) return Promise.resolve();
  return fallAsleep(course.waits, nowOf(course) + durationMs, {
    signal,
    onSleep: (sleeper) => {
      if (isGoing) arm(course, sleeper, durationMs);
    },
  });
};

/** Lets the base wake it. */
const arm = ({ base }: Course, sleeper: Sleeper, durationMs: number): void => {
  const disarm = new AbortController();
  sleeper.disarm = disarm;
  base.sleep(durationMs, disarm.signal).then(sleeper.wake, (error: unknown) => {
    if (!disarm.signal.aborted) sleeper.fail(error);
  });
};

/** Time goes otherwise from now on: who is due wakes, the others wait as it goes now. */
const changePace = (course: Course, pace: Pace): void => {
  course.pace = pace;
  for (const sleeper of course.waits.all()) sleeper.disarm?.abort();
  const now = nowOf(course);
  wakeDue(course, now);
  if (pace.kind === 'going') {
    for (const sleeper of course.waits.all()) arm(course, sleeper, sleeper.dueAt - now);
  }
  tell(course);
};

const wakeDue = ({ waits }: Course, time: number): void => {
  for (const { wake } of waits.takeDue(time)) wake();
};

const tell = (course: Course): void => {
  for (const hear of [...course.hearers]) hear(stateOf(course));
};

const freeze = (course: Course): void => {
  const { pace } = course;
  if (pace.kind === 'going') changePace(course, { kind: 'frozen', at: nowOf(course) });
  if (pace.kind === 'advancing') pace.next = 'frozen';
};

const resume = (course: Course): void => {
  const { pace } = course;
  if (pace.kind === 'frozen') changePace(course, { kind: 'going', shiftMs: shiftOf(course) });
  if (pace.kind === 'advancing') pace.next = 'going';
};

const setTo = (course: Course, time: number): void => {
  const shiftMs = time - course.base.now();
  if (Math.abs(shiftMs) > largestShiftMs) throw tooFar(new Date(time).toISOString());
  const { frozen } = stateOf(course);
  changePace(course, frozen ? { kind: 'frozen', at: time } : { kind: 'going', shiftMs });
};

/** From due time to due time. Where it went it goes on, further ahead by the whole duration. */
const advance = async (course: Course, durationMs: number): Promise<void> => {
  const [start, startShiftMs] = [nowOf(course), shiftOf(course)];
  if (startShiftMs + durationMs > largestShiftMs) throw tooFar(`${durationMs} ms on`);
  const next = course.pace.kind === 'frozen' ? 'frozen' : 'going';
  const moving: Moving = { kind: 'advancing', at: start, next };
  changePace(course, moving);
  try {
    await moveThrough(course, moving, start + durationMs);
  } finally {
    if (course.pace === moving) {
      const shiftMs = startShiftMs + moving.at - start;
      const { at, next: kind } = moving;
      changePace(course, kind === 'frozen' ? { kind, at } : { kind, shiftMs });
    }
  }
};

type Moving = Extract<Pace, { kind: 'advancing' }>;

const moveThrough = async (course: Course, moving: Moving, until: number): Promise<void> => {
  for (;;) {
    await course.idle();
    if (course.pace !== moving) throw interrupted();
    const nextAt = course.waits.earliest()?.dueAt ?? Number.POSITIVE_INFINITY;
    if (nextAt > until && moving.at === until) return;
    moving.at = Math.max(moving.at, Math.min(nextAt, until));
    wakeDue(course, moving.at);
    // Who looks at the time by himself sees the end of it before all is called quiet.
    if (nextAt > until) tell(course);
  }
};

/** So many turns of the event loop, and what was woken has done what it does without waiting. */
const restTurns = 3;

const restIdle = async (): Promise<void> => {
  for (let turn = 0; turn < restTurns; turn += 1) await nextTurn();
};

/** Ten years, leap days included. */
const largestShiftMs = 315_576_000_000;

const wholeMs = (ms: number): number => {
  if (!Number.isInteger(ms) || Math.abs(ms) > largestShiftMs) throw tooFar(`${ms} ms`);
  return ms;
};

const tooFar = (what: string): WalletproofError =>
  new WalletproofError(
    'usage',
    `The clock cannot be moved by or to ${what}.`,
    'Give whole milliseconds or an instant, ten years from the real time at most.',
  );

const interrupted = (): WalletproofError =>
  new WalletproofError(
    'usage',
    'The clock was set while it was advanced, so that it is not known what has been done.',
    'Wait until advance has ended before you set the clock.',
  );

const durationIn = (duration: string | number): number => {
  const durationMs = typeof duration === 'number' ? duration : parseDuration(duration);
  if (durationMs !== undefined && Number.isFinite(durationMs) && durationMs >= 0) return durationMs;
  throw new WalletproofError(
    'usage',
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
  throw new WalletproofError(
    'usage',
    `The clock cannot be set to ${String(time)}.`,
    'Give an instant with its offset, such as 2026-03-01T12:00:00Z, a Date or Unix milliseconds.',
  );
};
