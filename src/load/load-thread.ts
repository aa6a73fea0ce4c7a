import { parentPort, workerData } from 'node:worker_threads';
import type { LoadPlan } from './plan.ts';
import { playShare } from './share.ts';

// The thread that plays a share of a load; run-load.ts starts it with what it is to play. Any message ends it.

const share = playShare(workerData as LoadPlan, (event) => parentPort?.postMessage(event));
parentPort?.once('message', () => share.stop());
void share.done.then((totals) => {
  parentPort?.postMessage({ kind: 'done', totals });
  parentPort?.close();
});
