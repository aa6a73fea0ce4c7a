import type { PackedBatch } from './pack-batch.ts';

/** A batch as it is written: with the shared ends of answers themselves. */
export interface UnpackedBatch extends Omit<PackedBatch, 'tailNumbers' | 'tails'> {
  /** What follows the answer of each; absent where nothing does. */
  readonly ends?: readonly (Uint8Array | undefined)[];
}

/** Unpacks what was packed, in the order in which it was packed. */
export const createUnpacking = (): ((packed: PackedBatch) => UnpackedBatch) => {
  const known: Uint8Array[] = [];
  return ({ tails, tailNumbers, ...batch }) => {
    known.push(...tails);
    if (tailNumbers === undefined) return batch;
    return { ...batch, ends: tailNumbers.map((number) => known[number]) };
  };
};
