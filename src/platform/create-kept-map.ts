import type { KeptKind, KeptStore } from '../journal/kept.ts';
import { type BoundedMap, createBoundedMap } from './create-bounded-map.ts';

export interface KeptMapOptions<V> {
  readonly kept: KeptStore;
  readonly kind: KeptKind;
  readonly limit: number;
  /** What a file says, once it is checked; undefined where it is of no use, and is dropped. */
  readonly read: (value: unknown) => V | undefined;
  /** Whether a change is worth a write; every change is, when absent. */
  readonly isWorthKeeping?: (value: V, written: V) => boolean;
  /** What goes last where the map is full; it is all alike when absent. */
  readonly isNeeded?: (value: V) => boolean;
  readonly mostNeeded?: number;
  /** Told of every value before it is there, those of the file included; and of what had to go. */
  readonly onSet?: (value: V, key: string) => void;
  readonly onForgotten?: (value: V, key: string) => void;
}

/** A bounded map that begins with what is kept, and keeps what it is given; what it forgets is kept no longer. */
export const createKeptMap = <V>({
  kept,
  kind,
  limit,
  read,
  isWorthKeeping = () => true,
  isNeeded,
  mostNeeded,
  onSet = () => undefined,
  onForgotten = () => undefined,
}: KeptMapOptions<V>): BoundedMap<V> => {
  const drop = (key: string): void => kept.keep(kind, key, undefined);
  const map = createBoundedMap<Written<V>>(limit, {
    isNeeded: isNeeded && (({ value }) => isNeeded(value)),
    mostNeeded,
    onForgotten: ({ value }, key) => {
      drop(key);
      onForgotten(value, key);
    },
  });
  for (const { key, value } of kept.all(kind)) {
    const known = read(value);
    if (known === undefined) drop(key);
    else {
      onSet(known, key);
      map.set(key, { value: known, written: known });
    }
  }

  return {
    get: (key) => map.get(key)?.value,
    set: (key, value) => {
      onSet(value, key);
      const before = map.get(key)?.written;
      const isWritten = before === undefined || isWorthKeeping(value, before);
      map.set(key, { value, written: isWritten ? value : before });
      // Where everything else is needed, it had to go at once.
      if (isWritten && map.get(key) !== undefined) kept.keep(kind, key, value);
    },
    values: () => Array.from(map.values(), ({ value }) => value).values(),
    forget: map.forget,
    clear: map.clear,
  };
};

/** A value, and what was written of it last. */
interface Written<V> {
  readonly value: V;
  readonly written: V;
}
