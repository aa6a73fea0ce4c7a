import { EventEmitter } from 'node:events';
import type { LoadPlan } from '../../src/load/load-plan.ts';
import type { LoadThread } from '../../src/load/start-workers.ts';
import type { FromWorker, ToWorker, WorkerTotals } from '../../src/load/thread-messages.ts';
import { createLatency } from '../../src/report/load/histograms.ts';

/** A worker of a test: says what it is told to say. */
export interface FakeThread {
  readonly thread: LoadThread;
  /** What the main thread has told it. */
  readonly heard: ToWorker[];
  say(message: FromWorker): void;
  /** Dies, as a thread does. */
  die(error: Error): void;
  /** Resolves with the first message of that kind; rejects where none comes. */
  waitFor(kind: ToWorker['kind']): Promise<ToWorker>;
  isTerminated(): boolean;
}

export const createFakeThread = (): FakeThread => {
  const outside = new EventEmitter();
  const inside = new EventEmitter();
  const heard: ToWorker[] = [];
  let terminated = false;
  const thread = {
    on: outside.on.bind(outside),
    postMessage: (message: ToWorker) => {
      heard.push(message);
      inside.emit(message.kind, message);
    },
    terminate: async () => {
      terminated = true;
      return 0;
    },
  };
  return {
    thread: thread as unknown as LoadThread,
    heard,
    say: (message) => void outside.emit('message', message),
    die: (error) => void outside.emit('error', error),
    waitFor: async (kind) => {
      const known = heard.find((message) => message.kind === kind);
      if (known !== undefined) return known;
      return await nextOf(inside, kind, heard);
    },
    isTerminated: () => terminated,
  };
};

/** What has not come by then does not come any more. */
const longestWaitMs = 60_000;

const nextOf = async (inside: EventEmitter, kind: ToWorker['kind'], heard: readonly ToWorker[]): Promise<ToWorker> =>
  await new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => {
      const told = heard.map((message) => message.kind).join(', ') || 'nothing';
      reject(new Error(`The worker was never told \`${kind}\`: it was told ${told}.`));
    }, longestWaitMs);
    inside.once(kind, (message: ToWorker) => {
      clearTimeout(giveUp);
      resolve(message);
    });
  });

export const planOf = async (thread: FakeThread): Promise<LoadPlan> => {
  const message = await thread.waitFor('play');
  if (message.kind !== 'play') throw new Error('No plan came.');
  return message.plan;
};

const oneTime = (): string => {
  const latency = createLatency();
  latency.record(3);
  return latency.encode();
};

/** A share in which ten balances were read. */
export const totalsOf = (changes: Partial<WorkerTotals> = {}): WorkerTotals => ({
  callbacks: { getBalance: 10 },
  judged: 10,
  resent: 0,
  activities: { reads: 10 },
  struck: {},
  latency: { getBalance: oneTime() },
  service: { getBalance: oneTime() },
  breaches: [],
  breachCounts: {},
  errors: [],
  doubts: [],
  money: [],
  lateness: oneTime(),
  cpuMs: 5,
  heapBytes: 1000,
  ...changes,
});
