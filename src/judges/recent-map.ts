/** A map of what was seen lately: it forgets the oldest, so that traffic cannot fill the memory. */
export interface RecentMap<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
}

/**
 * Remembers the last `limit` keys at least, twice as many at most. Two halves, the older of which is
 * dropped whole: nothing is looked for when it is full.
 */
export const createRecentMap = <V>(limit: number): RecentMap<V> => {
  let young = new Map<string, V>();
  let old = new Map<string, V>();
  return {
    get: (key) => young.get(key) ?? old.get(key),
    set: (key, value) => {
      if (young.size >= limit && !young.has(key)) {
        old = young;
        young = new Map();
      }
      young.set(key, value);
    },
  };
};
