import type { Clock } from '../base/clock.ts';
import type { KeptMapOptions } from './create-kept-map.ts';
import { readShaped, type Shape } from './kept-shape.ts';

/** Unix milliseconds. */
interface Seen {
  readonly lastSeenAt: number;
}

interface SeenOptions<V> {
  readonly clock: Pick<Clock, 'now'>;
  readonly idleMs: number;
  readonly shape: Shape<V>;
  /** How long it is kept on, unseen; twice the idle time when absent. */
  readonly keptMs?: number;
}

/** When something was seen is written no more often: every request of a page sees its session. */
const seenEveryMs = 10_000;

/** How a kept map reads and writes what ends by being left alone. */
export const keptWhileSeen = <V extends Seen>({
  clock,
  idleMs,
  shape,
  keptMs = 2 * idleMs,
}: SeenOptions<V>): Pick<KeptMapOptions<V>, 'read' | 'isWorthKeeping'> => {
  const read = readShaped(shape);
  const everyMs = Math.min(seenEveryMs, idleMs / 2);
  return {
    read: (value) => {
      const known = read(value);
      return known === undefined || clock.now() - known.lastSeenAt > keptMs ? undefined : known;
    },
    // The clock may be set back.
    isWorthKeeping: (value, written) =>
      Math.abs(value.lastSeenAt - written.lastSeenAt) >= everyMs || hasChanged(value, written),
  };
};

/** In anything but when it was seen. */
const hasChanged = (value: Seen, written: Seen): boolean => {
  const { lastSeenAt } = value;
  const before: object = { ...written, lastSeenAt };
  return Object.entries(value).some(([field, now]) => (before as Record<string, unknown>)[field] !== now);
};
