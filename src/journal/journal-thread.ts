import { parentPort, workerData } from 'node:worker_threads';
import type { FromThread, ThreadData } from './thread-messages.ts';

// The thread that a journal's file belongs to; start-thread.ts starts it.
const data = workerData as ThreadData;

const refuse = (error: unknown): void => {
  const said: FromThread = {
    kind: 'refused',
    isDriverMissing: true,
    error: {
      code: 'environment',
      message: `The journal ${data.file} needs better-sqlite3, which cannot be loaded: ${firstLine(error)}.`,
      remedy:
        'Install it with its native part: npm rebuild better-sqlite3, without --ignore-scripts.',
    },
  };
  parentPort?.postMessage(said);
};

const firstLine = (error: unknown): string =>
  error instanceof Error
    ? (error.message.split('\n')[0] ?? '').replace(/[.:]$/, '')
    : String(error);

/** Undefined where SQLite itself is missing, or its native part. */
const load = async () => {
  try {
    const { default: SqliteDatabase } = await import('better-sqlite3');
    new SqliteDatabase(':memory:').close();
    return await import('./serve-journal.ts');
  } catch (error) {
    refuse(error);
    return undefined;
  }
};

const loaded = await load();
if (parentPort !== null) loaded?.serveJournal(parentPort, data);
