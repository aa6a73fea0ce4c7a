import type { KeptKind, KeptStore } from '../journal/kept-store.ts';
import type { BoundedMap } from './create-bounded-map.ts';
import { createBoundedMap } from './create-bounded-map.ts';

export interface KeptMapOptions<V> {
  readonly kept: KeptStore;
  readonly kind: KeptKind;
  readonly limit: number;
  /** What a file says, once it is checked; undefined where it is of no use, and is dropped. */
  readonly read: (value: unknown) => V | undefined;
  /** Whether a change is worth a write; every change is, when absent. */
  readonly isWorthKeeping?: (value: V, written: V) => boolean;
}

/** A bounded map that begins with what is kept, and keeps what it is given; what it forgets is kept no longer. */
export const createKeptMap = <V>({
  kept,
  kind,
  limit,
  read,
  isWorthKeeping = () => true,
}: KeptMapOptions<V>): BoundedMap<V> => {
  const written = new Map<string, V>();
  const forget = (key: string): void => {
    written.delete(key);
    kept.keep(kind, key, undefined);
  };
  const map = createBoundedMap<V>(limit, (_value, key) => forget(key));
  for (const { key, value } of kept.all(kind)) {
    const known = read(value);
    if (known === undefined) forget(key);
    else {
      written.set(key, known);
      map.set(key, known);
    }
  }

  return {
    ...map,
    set: (key, value) => {
      map.set(key, value);
      const before = written.get(key);
      if (before !== undefined && !isWorthKeeping(value, before)) return;
      written.set(key, value);
      kept.keep(kind, key, value);
    },
  };
};
