import { causeText } from './sqlite-errors.ts';
import { startThread } from './start-thread.ts';
import type { FromThread, ThreadData, ToThread } from './thread-messages.ts';

/** What comes from the thread, or became of it. */
export type Heard = FromThread | { readonly kind: 'died'; readonly cause: string };

/** One thread, from its start to its end. */
export interface ThreadLink {
  post(message: ToThread, transfer?: readonly ArrayBuffer[]): void;
  /** The process may end before the thread. */
  unref(): void;
  /** Stops it, in whatever it does; nothing is heard any more. Waits for `limitMs` at most. */
  stop(limitMs: number): Promise<void>;
}

/** Starts a thread for the file. */
export const openThreadLink = (data: ThreadData, hear: (heard: Heard) => void): ThreadLink => {
  const worker = startThread();
  let isOver = false;
  const die = (cause: string): void => {
    if (isOver) return;
    isOver = true;
    hear({ kind: 'died', cause });
  };
  worker.on('message', (message: FromThread) => {
    if (!isOver) hear(message);
  });
  worker.on('error', (error) => die(causeText(error)));
  worker.on('messageerror', (error) => die(causeText(error)));
  worker.on('exit', (code) => die(`it ended with code ${code}`));
  const order: ToThread = { kind: 'open', data };
  worker.postMessage(order);
  return {
    post: (message, transfer = []) => {
      if (!isOver) worker.postMessage(message, transfer);
    },
    unref: () => worker.unref(),
    stop: async (limitMs) => {
      isOver = true;
      const ended = worker.terminate();
      process.on('exit', endAtOnce);
      void ended.finally(() => process.off('exit', endAtOnce));
      await within(limitMs, ended);
      // Terminating it has the process wait for it again.
      worker.unref();
    },
  };
};

/** Node waits for its threads when it ends: for one that hangs in a call of the system, for ever. */
const endAtOnce = (): void => {
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
};

/** Resolves when the promise does, or after `limitMs`. */
export const within = async (limitMs: number, promise: Promise<unknown>): Promise<void> =>
  await new Promise((resolve) => {
    const limit = setTimeout(resolve, limitMs);
    const end = (): void => {
      clearTimeout(limit);
      resolve();
    };
    promise.then(end, end);
  });
