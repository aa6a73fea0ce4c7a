import { Worker } from 'node:worker_threads';
import type { ThreadData } from '../../src/journal/thread-messages.ts';

const built = '../../node_modules/.cache/walletproof/journal-thread.mjs';

/** As src/journal/start-thread.ts, whose place it takes in tests: those run no built sources. */
export const startThread = (workerData: ThreadData): Worker =>
  new Worker(new URL(built, import.meta.url), { workerData, execArgv: [] });
