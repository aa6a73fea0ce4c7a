import { EventEmitter } from 'node:events';
import type { LoadPlan, LoadThread } from '../../src/load/plan.ts';
import type { ShareEvent, ShareTotals } from '../../src/load/share.ts';
import { createLatency } from '../../src/report/load/histograms.ts';

/** A worker of a test: says what it is told to say. */
export interface FakeThread {
  /** What a load starts with its plan. */
  start(plan: LoadPlan): LoadThread;
  /** Resolves once it was started. */
  readonly plan: Promise<LoadPlan>;
  /** Resolves once it is told to stop. */
  readonly stopped: Promise<void>;
  say(message: ShareEvent | { readonly kind: 'done'; readonly totals: ShareTotals }): void;
  /** Dies, as a thread does. */
  die(error: Error): void;
  isTerminated(): boolean;
}

export const createFakeThread = (): FakeThread => {
  const outside = new EventEmitter();
  let terminated = false;
  let started: (plan: LoadPlan) => void = () => undefined;
  let stop: () => void = () => undefined;
  const plan = new Promise<LoadPlan>((resolve) => {
    started = resolve;
  });
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const thread = {
    on: outside.on.bind(outside),
    postMessage: () => stop(),
    terminate: async () => {
      terminated = true;
      return 0;
    },
  };
  return {
    start: (given) => {
      // Whoever starts it listens first.
      setImmediate(started, given);
      return thread as unknown as LoadThread;
    },
    plan,
    stopped,
    say: (message) => void outside.emit('message', message),
    die: (error) => void outside.emit('error', error),
    isTerminated: () => terminated,
  };
};

const oneTime = (): string => {
  const latency = createLatency();
  latency.record(3);
  return latency.encode();
};

/** A share in which ten balances were read. */
export const totalsOf = (changes: Partial<ShareTotals> = {}): ShareTotals => ({
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
