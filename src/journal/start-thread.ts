import { Worker } from 'node:worker_threads';
import type { ThreadData } from './thread-messages.ts';

/** The thread that a journal's file belongs to. */
export const startThread = (workerData: ThreadData): Worker =>
  new Worker(new URL('./journal-thread.js', import.meta.url), { workerData });
