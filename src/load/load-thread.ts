import { parentPort } from 'node:worker_threads';
import { playShare, type Share } from './play-share.ts';
import type { FromWorker, ToWorker } from './thread-messages.ts';

// The thread that plays a share of a load; start-workers.ts starts it and tells it what to play.

const port = parentPort;
const tell = (message: FromWorker): void => port?.postMessage(message);
let share: Share | undefined;

const play = (plan: Extract<ToWorker, { kind: 'play' }>['plan']): void => {
  share = playShare(plan, tell);
  share.done.then(
    (totals) => {
      tell({ kind: 'done', totals });
      port?.close();
    },
    (error: unknown) => {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      tell({ kind: 'failed', message, ...(stack === undefined ? {} : { stack }) });
      port?.close();
    },
  );
};

port?.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'play':
      return play(message.plan);
    case 'kept':
      return share?.kept(message.upTo);
    case 'stop':
      return share?.stop();
  }
});
