import { parentPort } from 'node:worker_threads';
import { firstSentence } from './first-sentence.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

// The thread that a journal's file belongs to; start-thread.ts starts it, and thread-link.ts tells it the file.

/** SQLite, and what works with it; or why it cannot be loaded. */
const load = async () => {
  try {
    const { default: SqliteDatabase } = await import('better-sqlite3');
    new SqliteDatabase(':memory:').close();
    return await import('./serve-journal.ts');
  } catch (error) {
    return firstSentence(error instanceof Error ? error.message : String(error));
  }
};

const refusal = (file: string, cause: string): FromThread => ({
  kind: 'refused',
  isDriverMissing: true,
  error: {
    code: 'environment',
    message: `The journal ${file} needs better-sqlite3, which cannot be loaded: ${cause}.`,
    remedy: 'Install it with its native part: npm rebuild better-sqlite3, without --ignore-scripts.',
  },
});

const loading = load();
parentPort?.once('message', async (order: ToThread) => {
  const loaded = await loading;
  if (parentPort === null || order.kind !== 'open') return;
  if (typeof loaded !== 'string') loaded.serveJournal(parentPort, order.data);
  else {
    parentPort.postMessage(refusal(order.data.file, loaded));
    parentPort.close();
  }
});
