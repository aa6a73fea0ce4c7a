import type { Database } from 'better-sqlite3';
import { createWriter } from './create-writer.ts';
import { sizeOf } from './journal-batch.ts';
import type { BatchWriter, ThreadOptions } from './write-in-thread.ts';
import { writeInThread } from './write-in-thread.ts';

interface WriterOptions extends ThreadOptions {
  readonly writing?: 'inline' | 'thread' | undefined;
}

/** Writes to the database itself, or to its file in a thread of its own. */
export const openWriter = (database: Database, options: WriterOptions): BatchWriter => {
  const { file, maxExchanges, onLoss, writing } = options;
  // A database in memory belongs to its connection: no other thread can write to it.
  if (writing === 'thread' && file !== ':memory:') return writeInThread(options);
  const write = createWriter(database, maxExchanges);
  return {
    write: (batch) => {
      try {
        write(batch);
      } catch (error) {
        onLoss(sizeOf(batch), error);
      }
    },
    settle: () => undefined,
    settled: async () => undefined,
    close: () => undefined,
  };
};
