import { Worker } from 'node:worker_threads';

const built = new URL('../../node_modules/.cache/walletproof/journal-thread.mjs', import.meta.url);

/** The threads of a test file, and what they are started from. */
export const threads: { source: URL; readonly started: Worker[] } = { source: built, started: [] };

/** As src/journal/start-thread.ts, whose place it takes in tests: those run no built sources. */
export const startThread = (): Worker => {
  const worker = new Worker(threads.source, { execArgv: [] });
  threads.started.push(worker);
  return worker;
};
