import { Worker } from 'node:worker_threads';
import type { LoadSecond } from '../formats/load-report.ts';
import type { LoadPlan } from './load-plan.ts';
import type { FromWorker, OpenedAccount, ToWorker, WorkerTotals } from './thread-messages.ts';

/** Who hears what the workers say while they play. */
export interface WorkerEars {
  /** Their money may be moved once this resolves. */
  readonly opened: (accounts: readonly OpenedAccount[]) => Promise<void>;
  readonly second: (second: LoadSecond) => void;
  /** All workers give back from now on. */
  readonly settling: () => void;
}

export interface Workers {
  /** No new activity: accounts are given back, and the workers end. */
  stop(): void;
  /**
   * What came of each share, once all have ended. Rejects where one could not go on: the others were
   * stopped before, and have given back their accounts.
   */
  readonly ended: Promise<readonly WorkerTotals[]>;
}

/** One side of a thread: a worker of ours, or one of a test. */
export type LoadThread = Pick<Worker, 'postMessage' | 'on' | 'terminate'>;

const startThread = (): LoadThread => new Worker(new URL('./load-thread.js', import.meta.url));

/** Starts a worker thread for each plan. */
export const startWorkers = (
  plans: readonly LoadPlan[],
  ears: WorkerEars,
  start: () => LoadThread = startThread,
): Workers => {
  const threads = plans.map(start);
  const tellAll = (message: ToWorker): void => {
    for (const thread of threads) thread.postMessage(message);
  };
  const stop = (): void => tellAll({ kind: 'stop' });
  let playing = plans.length;
  const settling = (): void => {
    playing -= 1;
    if (playing === 0) ears.settling();
  };
  const shares = threads.map(async (thread, worker) => {
    const heard = { ...ears, settling };
    const share = playShare(thread, worker + 1, heard);
    thread.postMessage({ kind: 'play', plan: plans[worker] });
    try {
      return await share;
    } catch (error) {
      stop();
      throw error;
    } finally {
      await thread.terminate();
    }
  });
  return { stop, ended: allOf(shares) };
};

/** All of them are waited for, also where one has failed. */
const allOf = async <T>(shares: readonly Promise<T>[]): Promise<readonly T[]> => {
  await Promise.allSettled(shares);
  return await Promise.all(shares);
};

/** What came of the share of one worker; rejects where it cannot go on. */
const playShare = async (thread: LoadThread, number: number, ears: WorkerEars): Promise<WorkerTotals> =>
  await new Promise((resolve, reject) => {
    thread.on('error', reject);
    thread.on('exit', (code) => reject(new Error(`Worker ${number} ended with ${code} by itself.`)));
    thread.on('message', (message: FromWorker) => {
      switch (message.kind) {
        case 'opened':
          return void keep(thread, ears, message).catch(reject);
        case 'second':
          return ears.second(message.second);
        case 'settling':
          return ears.settling();
        case 'done':
          return resolve(message.totals);
        case 'failed':
          return reject(failureOf(message));
      }
    });
  });

const keep = async (
  thread: LoadThread,
  { opened }: WorkerEars,
  { number, accounts }: Extract<FromWorker, { kind: 'opened' }>,
): Promise<void> => {
  await opened(accounts);
  thread.postMessage({ kind: 'kept', upTo: number } satisfies ToWorker);
};

const failureOf = ({ message, stack }: Extract<FromWorker, { kind: 'failed' }>): Error => {
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
};
