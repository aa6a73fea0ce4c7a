import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.ts';
import type { KeptKind, KeptStore } from '../journal/kept.ts';

interface BoundedMapOptions<V> {
  /** Asked of each value as it is set: what is needed goes only where there is nothing else. */
  readonly isNeeded?: (value: V) => boolean;
  /** So many of those that are needed are held, whatever the limit; no more than it when absent. */
  readonly mostNeeded?: number;
}

/** Holds so many entries at most, so that traffic cannot fill the memory. The one that was set longest ago goes first. */
export class BoundedMap<V> {
  readonly #limit: number;
  readonly #mostNeeded: number;
  readonly #isNeeded: (value: V) => boolean;
  /** In the order in which their keys came. */
  readonly #entries = new Map<string, V>();
  /** The keys by when they were set. No Map has them: it looks for its oldest among all that it has deleted. */
  readonly #free: LRUCache<string, string>;
  readonly #needed: LRUCache<string, string> | undefined;

  constructor(limit: number, { isNeeded, mostNeeded = limit }: BoundedMapOptions<V> = {}) {
    this.#limit = limit;
    this.#mostNeeded = mostNeeded;
    this.#isNeeded = isNeeded ?? (() => false);
    this.#free = new LRUCache({ max: limit + 1 });
    this.#needed = isNeeded && new LRUCache({ max: mostNeeded + 1 });
  }

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  /** Adds an entry, or replaces the value of a known key: either makes it the youngest. */
  set(key: string, value: V): void {
    this.#entries.set(key, value);
    const [own, other] = this.#isNeeded(value) ? [this.#needed, this.#free] : [this.#free, this.#needed];
    other?.delete(key);
    own?.set(key, key);
    if (this.#entries.size <= this.#limit) return;
    const isFull = this.#needed !== undefined && this.#needed.size > this.#mostNeeded;
    const oldest = this.#free.pop() ?? (isFull ? this.#needed?.pop() : undefined);
    if (oldest !== undefined) this.forget(oldest);
  }

  /** In the order in which their keys came. */
  values(): IterableIterator<V> {
    return this.#entries.values();
  }

  forget(key: string): void {
    this.#entries.delete(key);
    this.#free.delete(key);
    this.#needed?.delete(key);
  }

  forgetWhere(isMeant: (value: V) => boolean): void {
    for (const [key, value] of [...this.#entries]) if (isMeant(value)) this.forget(key);
  }

  clear(): void {
    this.forgetWhere(() => true);
  }
}

interface KeptMapOptions<V> extends BoundedMapOptions<V> {
  readonly kept: KeptStore;
  readonly kind: KeptKind;
  readonly limit: number;
  /** Whether what is kept is kept no longer. */
  readonly isOver?: (value: V) => boolean;
  /** Whether a change is worth a write; every change is, when absent. */
  readonly isWorthKeeping?: (value: V, written: V) => boolean;
}

/** A bounded map that begins with what is kept, and keeps what it is given; what it forgets is kept no longer. */
export class KeptMap<V> extends BoundedMap<V> {
  readonly #options: KeptMapOptions<V>;
  /** What was written last. */
  readonly #written = new Map<string, V>();

  constructor(options: KeptMapOptions<V>) {
    super(options.limit, options);
    this.#options = options;
    const { kept, kind, isOver } = options;
    // Who opens the journal has looked whether it fits.
    for (const { key, value } of kept.all(kind) as readonly { readonly key: string; readonly value: V }[]) {
      if (isOver?.(value) === true) kept.keep(kind, key, undefined);
      else {
        this.#written.set(key, value);
        super.set(key, value);
      }
    }
  }

  override set(key: string, value: V): void {
    const { kept, kind, isWorthKeeping } = this.#options;
    super.set(key, value);
    const written = this.#written.get(key);
    if (written !== undefined && isWorthKeeping?.(value, written) === false) return;
    // Where everything else is needed, it had to go at once.
    if (this.get(key) === undefined) return;
    this.#written.set(key, value);
    kept.keep(kind, key, value);
  }

  override forget(key: string): void {
    super.forget(key);
    if (this.#written.delete(key)) this.#options.kept.keep(this.#options.kind, key, undefined);
  }
}

/** Unix milliseconds. */
interface Seen {
  readonly lastSeenAt: number;
}

interface SeenOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly idleMs: number;
  /** How long it is kept on, unseen; twice the idle time when absent. */
  readonly keptMs?: number;
}

/** When something was seen is written no more often: every request of a page sees its session. */
const seenEveryMs = 10_000;

/** How a kept map reads and writes what ends by being left alone. */
export const keptWhileSeen = ({
  clock,
  idleMs,
  keptMs = 2 * idleMs,
}: SeenOptions): Pick<KeptMapOptions<Seen>, 'isOver' | 'isWorthKeeping'> => {
  const everyMs = Math.min(seenEveryMs, idleMs / 2);
  return {
    isOver: ({ lastSeenAt }) => clock.now() - lastSeenAt > keptMs,
    // The clock may be set back.
    isWorthKeeping: (value, written) =>
      Math.abs(value.lastSeenAt - written.lastSeenAt) >= everyMs || hasChanged(value, written),
  };
};

/** In anything but when it was seen. */
const hasChanged = (value: Seen, written: Seen): boolean => {
  const before: object = { ...written, lastSeenAt: value.lastSeenAt };
  return Object.entries(value).some(([field, now]) => (before as Record<string, unknown>)[field] !== now);
};
