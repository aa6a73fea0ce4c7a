import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import type { JournalBatch } from './create-writer.ts';
import { createWriter, sizeOf } from './create-writer.ts';
import { createPacking } from './pack-batch.ts';

interface WriterOptions extends ThreadOptions {
  readonly writing?: 'inline' | 'thread';
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

/** Takes batches to the file. */
interface BatchWriter {
  write(batch: JournalBatch): void;
  /** Returns once all that was given to it is written. */
  settle(): void;
  /** Resolves then, and blocks nothing meanwhile. */
  settled(): Promise<void>;
  close(): void;
}

interface ThreadOptions {
  readonly file: string;
  readonly maxExchanges: number;
  /** Told of each batch that could not be written. */
  readonly onLoss: (count: number, cause: unknown) => void;
}

/** Longer than this a thread does not take for what waits; then it is gone. */
const longestSettleMs = 10_000;

/** Writes in a thread of its own, begun with the first batch: answers do not wait for the disk. */
const writeInThread = ({ file, maxExchanges, onLoss }: ThreadOptions): BatchWriter => {
  // [0] counts the batches that the thread is done with.
  const progress = new Int32Array(new SharedArrayBuffer(4));
  const pack = createPacking();
  let sent = 0;
  let worker: Worker | undefined;

  const start = (): Worker => {
    const workerData = { file, maxExchanges, progress };
    const started = new Worker(new URL('./writer-thread.js', import.meta.url), { workerData });
    started.unref();
    started.on('message', ({ count, message }: { count: number; message: string }) => {
      onLoss(count, new Error(message));
    });
    started.on('error', (error) => onLoss(1, error));
    return started;
  };
  const settle = (): void => {
    const until = performance.now() + longestSettleMs;
    for (let done = Atomics.load(progress, 0); done < sent; done = Atomics.load(progress, 0)) {
      if (performance.now() > until) return;
      Atomics.wait(progress, 0, done, longestSettleMs);
    }
  };

  const settled = async (): Promise<void> => {
    const until = performance.now() + longestSettleMs;
    for (const asked = sent; Atomics.load(progress, 0) < asked; await delay(1)) {
      if (performance.now() > until) return;
    }
  };

  return {
    write: (batch) => {
      worker ??= start();
      sent += 1;
      const packed = pack(batch);
      worker.postMessage(packed, [packed.bytes.buffer]);
    },
    settle,
    settled,
    close: () => {
      settle();
      void worker?.terminate();
    },
  };
};
