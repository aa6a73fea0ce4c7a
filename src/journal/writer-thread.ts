import { parentPort, workerData } from 'node:worker_threads';
import { createWriter, sizeOf } from './create-writer.ts';
import { openDatabase } from './open-database.ts';
import type { PackedBatch } from './pack-batch.ts';
import { createUnpacking } from './pack-batch.ts';

// The journal's writing thread: write-in-thread.ts starts it and counts on `progress`.
interface WriterData {
  readonly file: string;
  readonly maxExchanges: number;
  readonly progress: Int32Array;
}

const { file, maxExchanges, progress } = workerData as WriterData;
const unpack = createUnpacking();
const write = createWriter(openDatabase(file), maxExchanges);

parentPort?.on('message', (packed: PackedBatch) => {
  const batch = unpack(packed);
  try {
    write(batch);
  } catch (error) {
    parentPort?.postMessage({ count: sizeOf(batch), message: String(error) });
  } finally {
    Atomics.add(progress, 0, 1);
    Atomics.notify(progress, 0);
  }
});
