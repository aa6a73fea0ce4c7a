import { parentPort, workerData } from 'node:worker_threads';
import { createWriter } from './create-writer.ts';
import { openDatabase } from './open-database.ts';
import type { PackedExchanges } from './pack-exchanges.ts';
import { createUnpacking } from './pack-exchanges.ts';

// The journal's writing thread: write-in-thread.ts starts it and counts on `progress`.
interface WriterData {
  readonly file: string;
  readonly maxExchanges: number;
  readonly progress: Int32Array;
}

const { file, maxExchanges, progress } = workerData as WriterData;
const unpack = createUnpacking();
const write = createWriter(openDatabase(file), maxExchanges);

parentPort?.on('message', (packed: PackedExchanges) => {
  const exchanges = unpack(packed);
  try {
    write(exchanges);
  } catch (error) {
    parentPort?.postMessage({ count: exchanges.length, message: String(error) });
  } finally {
    Atomics.add(progress, 0, 1);
    Atomics.notify(progress, 0);
  }
});
