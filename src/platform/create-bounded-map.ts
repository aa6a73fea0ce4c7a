/** A map that forgets its oldest entry when it is full, so that traffic cannot fill the memory. */
export interface BoundedMap<V> {
  get(key: string): V | undefined;
  /** Adds an entry, or replaces the value of a known key, which keeps its age. */
  set(key: string, value: V): void;
  values(): IterableIterator<V>;
  /** Forgets every entry. */
  clear(): void;
}

/** `onForgotten` is told what had to go. */
export const createBoundedMap = <V>(
  limit: number,
  onForgotten: (value: V, key: string) => void = () => undefined,
): BoundedMap<V> => {
  const entries = new Map<string, V>();
  // A ring of keys by age: finding a Map's own first key slows down as entries are deleted.
  const ring: string[] = [];
  let next = 0;

  const forget = (key: string | undefined): void => {
    const value = key === undefined ? undefined : entries.get(key);
    if (key === undefined || value === undefined) return;
    entries.delete(key);
    onForgotten(value, key);
  };

  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      if (!entries.has(key)) {
        forget(ring[next]);
        ring[next] = key;
        next = (next + 1) % limit;
      }
      entries.set(key, value);
    },
    values: () => entries.values(),
    clear: () => {
      for (const key of [...entries.keys()]) forget(key);
      ring.length = 0;
      next = 0;
    },
  };
};
