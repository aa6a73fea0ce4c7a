import { LRUCache } from 'lru-cache';

/** A map that forgets when it is full, so that traffic cannot fill the memory. */
export interface BoundedMap<V> {
  get(key: string): V | undefined;
  /** Adds an entry, or replaces the value of a known key: either makes it the youngest. */
  set(key: string, value: V): void;
  /** In the order in which their keys came. */
  values(): IterableIterator<V>;
  /** Forgets one entry, where it is there. */
  forget(key: string): void;
  /** Forgets every entry. */
  clear(): void;
}

interface BoundedMapOptions<V> {
  /** Told what had to go. */
  readonly onForgotten?: (value: V, key: string) => void;
  /** Asked of each value as it is set: what is needed goes only where there is nothing else. */
  readonly isNeeded?: (value: V) => boolean;
  /** So many of those that are needed are held, whatever the limit; no more than it when absent. */
  readonly mostNeeded?: number;
}

/** Holds so many entries at most. The one that was set longest ago goes first, whatever their number, at the same cost. */
export const createBoundedMap = <V>(
  limit: number,
  { onForgotten = () => undefined, isNeeded, mostNeeded = limit }: BoundedMapOptions<V> = {},
): BoundedMap<V> => {
  const entries = new Map<string, V>();
  // A Map's own first key is found ever more slowly as entries are deleted.
  const free = new LRUCache<string, true>({ max: limit + 1 });
  const needed = isNeeded && new LRUCache<string, true>({ max: mostNeeded + 1 });

  const forget = (key: string | undefined): void => {
    const value = key === undefined ? undefined : entries.get(key);
    if (key === undefined || value === undefined) return;
    for (const ages of [free, needed]) ages?.delete(key);
    entries.delete(key);
    onForgotten(value, key);
  };
  const age = (key: string, value: V): void => {
    const [own, other] = isNeeded?.(value) === true ? [needed, free] : [free, needed];
    other?.delete(key);
    own?.set(key, true);
  };

  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.set(key, value);
      age(key, value);
      if (entries.size <= limit) return;
      const oldest = oldestOf(free);
      if (oldest !== undefined) forget(oldest);
      else if (entries.size > mostNeeded) forget(oldestOf(needed));
    },
    values: () => entries.values(),
    forget,
    clear: () => {
      for (const key of [...entries.keys()]) forget(key);
    },
  };
};

const oldestOf = (ages: LRUCache<string, true> | undefined): string | undefined => {
  for (const key of ages?.rkeys() ?? []) return key;
  return undefined;
};
