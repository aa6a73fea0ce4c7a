import type { CompareMembers } from './order-node.ts';

/** The order of Java's HashMap with that many buckets, a power of two. */
export const javaHashOrder =
  (buckets: number): CompareMembers =>
  ({ name: one }, { name: other }) =>
    (hashOf(one) & (buckets - 1)) - (hashOf(other) & (buckets - 1));

const hashOf = (text: string): number => {
  let hash = 0;
  for (let unit = 0; unit < text.length; unit += 1) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(unit)) | 0;
  }
  return hash ^ (hash >>> 16);
};
