// The control: a process whose thread has a message every few milliseconds, and commits a row for it.
// Asked for the worst since a moment, it says how late a row was, from when it was due.
import { Worker } from 'node:worker_threads';

const everyMs = 5;
/** So many are remembered: more than a round takes. */
const mostRows = 20_000;

const now = () => performance.timeOrigin + performance.now();

const worker = new Worker(new URL('./control-thread.js', import.meta.url), {
  workerData: { file: process.argv[2] },
});
const done = [];
const open = new Map();
let due = 0;
let seq = 0;

const ask = () => {
  // A late timer is part of the delay: a platform has timers, too.
  due = Math.max(due + everyMs, now() - 10_000);
  while (due <= now()) {
    seq += 1;
    open.set(seq, due);
    worker.postMessage({ seq, due });
    due += everyMs;
  }
};

const worstSince = (moment) => {
  const finished = done.filter(({ at }) => at >= moment).map(({ at, due: from }) => at - from);
  const waiting = [...open.values()].map((from) => now() - from);
  return Math.max(0, ...finished, ...waiting);
};

worker.on('message', (message) => {
  if (message === 'ready') {
    due = now();
    setInterval(ask, everyMs);
    process.send('ready');
    return;
  }
  open.delete(message.seq);
  done.push({ at: now(), due: message.due });
  if (done.length > mostRows) done.splice(0, mostRows / 2);
});

process.on('message', ({ since }) => process.send({ worst: worstSince(since) }));
process.on('disconnect', () => process.exit());
