import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { performance as nodePerformance } from 'node:perf_hooks';
import timersPromises from 'node:timers/promises';

/**
 * The time of a process that plays platform and agent alike: it goes on by what happens in the
 * process. A turn of the event loop with news from a socket takes `turnMs`; when nothing is to be
 * heard, time goes straight to what is waited for. So a run takes as long on a busy machine as on a
 * quiet one, as its answers do, and waiting costs nothing. Node's own timers would keep the machine's
 * time: those of its sockets are off, and a kept connection is never closed for being idle.
 */
export interface VirtualTime {
  /**
   * Time goes on while the work is under way, and stands still before and after. `direct`: nothing is waited for but work of
   * this process; `by HTTP`, also for what the machine does with sockets by itself (TCP lets the second part of an answer wait).
   */
  during<T>(work: () => Promise<T>, way?: 'by HTTP' | 'direct'): Promise<T>;
  /** What goes over HTTP in work that is else direct: as long as it is under way, sockets are waited for. */
  byHttp<T>(work: () => Promise<T>): Promise<T>;
}

/** As in a run of demo: four seconds for the suite. */
const turnMs = 1;
/** Between two looks at the clock: what was seen first comes first. */
const tickMs = 0.001;
/** So many turns without news, and everybody waits for time to pass. */
const quietTurns = 3;
/** A longer wait is gone through in steps, with a look at the sockets after each. */
const stepMs = 20;

/** What the machine itself offers, before it is replaced. */
const machine = {
  setTimeout: globalThis.setTimeout,
  now: performance.now.bind(performance),
  date: Date.now,
};

interface Wait {
  readonly call: () => void;
  readonly delayMs: number;
  readonly isRepeated: boolean;
  dueAt: number;
}

/** The time, and what waits for it. */
interface Course {
  time: number;
  readonly waits: Set<Wait>;
}

/** Puts virtual time in the place of the machine's, for this whole process. */
export const installVirtualTime = (): VirtualTime => {
  const course: Course = { time: machine.now(), waits: new Set() };
  const epoch = machine.date() - machine.now();
  replaceTimers(course);
  Socket.prototype.setTimeout = function () {
    return this;
  };
  performance.now = () => {
    course.time += tickMs;
    return course.time;
  };
  Date.now = () => Math.floor(epoch + course.time);
  syncBuiltinESMExports();
  let requests = 0;
  const byHttp = async <T>(work: () => Promise<T>): Promise<T> => {
    requests += 1;
    try {
      return await work();
    } finally {
      requests -= 1;
    }
  };
  return {
    during: async (work, way = 'by HTTP') => {
      const going = goOn(course, () => requests > 0 || isWorkOutside());
      try {
        return await (way === 'direct' ? work() : byHttp(work));
      } finally {
        going.end();
      }
    },
    byHttp,
  };
};

/** Lets time go on, turn by turn. */
const goOn = (course: Course, mayMoreArrive: () => boolean) => {
  const quiet = createQuiet();
  let isOver = false;
  const turn = (): void => {
    if (isOver) return;
    pass(course, quiet);
    // What is on its way outside of this thread gets its chance to arrive.
    if (quiet.turns() > quietTurns && mayMoreArrive()) machine.setTimeout(turn, 1);
    else setImmediate(turn);
  };
  setImmediate(turn);
  return {
    end: () => {
      isOver = true;
    },
  };
};

/** What only waits: sockets that are kept open, timers, the channel to the parent. */
const waiting = new Set([
  'TCPSocketWrap',
  'TCPServerWrap',
  'PipeWrap',
  'TTYWrap',
  'Timeout',
  'Immediate',
  'MessagePort',
]);

const isWorkOutside = (): boolean => process.getActiveResourcesInfo().some((resource) => !waiting.has(resource));

/** What is due comes first, then news; where there is neither, time goes to the next that is due. */
const pass = (course: Course, quiet: Quiet): void => {
  const next = earliest(course.waits);
  if (next !== undefined && next.dueAt <= course.time) fire(course, next);
  else if (quiet.isBroken()) course.time += turnMs;
  else if (next !== undefined && quiet.turns() >= quietTurns) {
    course.time = Math.min(next.dueAt, course.time + stepMs);
  }
};

type Quiet = ReturnType<typeof createQuiet>;

/** How long the event loop has had nothing to tell. */
const createQuiet = () => {
  let turns = 0;
  let known = -1;
  return {
    turns: () => turns,
    isBroken: () => {
      const { events } = nodePerformance.nodeTiming.uvMetricsInfo;
      turns = events === known ? turns + 1 : 0;
      known = events;
      return turns === 0;
    },
  };
};

const earliest = (waits: ReadonlySet<Wait>): Wait | undefined => {
  let first: Wait | undefined;
  for (const wait of waits) if (first === undefined || wait.dueAt < first.dueAt) first = wait;
  return first;
};

/** One a turn, so that what it sets going comes before the next, as in Node. */
const fire = ({ waits, time }: Course, wait: Wait): void => {
  if (wait.isRepeated) wait.dueAt = time + wait.delayMs;
  else waits.delete(wait);
  wait.call();
};

const replaceTimers = (course: Course): void => {
  const set =
    (isRepeated: boolean) =>
    (call: (...args: unknown[]) => void, delay?: unknown, ...args: unknown[]) =>
      createTimer(course, () => call(...args), { delay, isRepeated });
  const clear = (timer: { readonly close?: () => void } | undefined) => timer?.close?.();
  Object.assign(globalThis, {
    setTimeout: set(false),
    setInterval: set(true),
    clearTimeout: clear,
    clearInterval: clear,
  });
  Object.assign(timersPromises, {
    setTimeout: async (delay: number, value: unknown, { signal }: { readonly signal?: AbortSignal } = {}) => {
      signal?.throwIfAborted();
      return await sleep(course, delay, signal).then(() => value);
    },
  });
};

/** What Node gives for a timer; none of them keeps this process alive. */
const createTimer = (
  course: Course,
  call: () => void,
  { delay, isRepeated }: { readonly delay: unknown; readonly isRepeated: boolean },
) => {
  const delayMs = Math.max(1, Number(delay) || 0);
  const wait: Wait = { call, delayMs, isRepeated, dueAt: 0 };
  const timer = {
    close: () => course.waits.delete(wait),
    ref: () => timer,
    unref: () => timer,
    hasRef: () => false,
    refresh: () => {
      wait.dueAt = course.time + delayMs;
      course.waits.add(wait);
      return timer;
    },
  };
  return timer.refresh();
};

const sleep = (course: Course, delay: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const giveUp = (): void => {
      timer.close();
      reject(signal?.reason);
    };
    const wake = (): void => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    };
    const timer = createTimer(course, wake, { delay, isRepeated: false });
    signal?.addEventListener('abort', giveUp, { once: true });
  });
