import type { TrafficRows } from './traffic-rows.ts';

/** How many rows come up to a seq: all of them when none is behind it. */
export const countUpTo = (rows: TrafficRows, seq: number | undefined): number => {
  const behind = seq === undefined ? -1 : rows.indexOf(seq + 1);
  return behind === -1 ? rows.count() : behind;
};
