import { Worker } from 'node:worker_threads';

let ahead: Worker | undefined;

const start = (): Worker => new Worker(new URL('./journal-thread.js', import.meta.url));

/** Starts a thread that will be wanted soon: it gets ready while the program itself is loaded. */
export const startAhead = (): void => {
  if (ahead !== undefined) return;
  ahead = start();
  // Where it is not wanted after all, nobody waits for it.
  ahead.unref();
  ahead.once('error', () => {
    ahead = undefined;
  });
};

/** The thread that a journal's file will belong to: it waits to be told which. */
export const startThread = (): Worker => {
  const worker = ahead ?? start();
  ahead = undefined;
  worker.ref();
  return worker;
};
