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
  const free = new LRUCache<string, Entry<V>>({ max: limit + 1 });
  const needed = isNeeded && new LRUCache<string, Entry<V>>({ max: mostNeeded + 1 });
  let lastPlace = 0;

  const find = (key: string): Entry<V> | undefined => free.peek(key) ?? needed?.peek(key);
  const age = (entry: Entry<V>): void => {
    const [own, other] = isNeeded?.(entry.value) === true ? [needed, free] : [free, needed];
    other?.delete(entry.key);
    own?.set(entry.key, entry);
  };
  const forgetOldest = (entries: LRUCache<string, Entry<V>>): void => {
    const oldest = entries.pop();
    if (oldest !== undefined) onForgotten(oldest.value, oldest.key);
  };
  const inOrder = (): Entry<V>[] =>
    [...free.values(), ...(needed?.values() ?? [])].sort((one, other) => one.place - other.place);
  const forget = (key: string): void => {
    const entry = find(key);
    if (entry === undefined) return;
    for (const entries of [free, needed]) entries?.delete(key);
    onForgotten(entry.value, key);
  };

  return {
    get: (key) => find(key)?.value,
    set: (key, value) => {
      const place = find(key)?.place ?? lastPlace + 1;
      lastPlace = Math.max(lastPlace, place);
      age({ key, value, place });
      const neededSize = needed?.size ?? 0;
      if (free.size + neededSize <= limit) return;
      if (free.size > 0) forgetOldest(free);
      else if (needed !== undefined && neededSize > mostNeeded) forgetOldest(needed);
    },
    values: () =>
      inOrder()
        .map(({ value }) => value)
        .values(),
    forget,
    clear: () => {
      for (const { key } of inOrder()) forget(key);
    },
  };
};

interface Entry<V> {
  readonly key: string;
  readonly value: V;
  /** Counts on with each new key. */
  readonly place: number;
}
