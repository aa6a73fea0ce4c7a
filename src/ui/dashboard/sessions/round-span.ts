import type { Span } from './bar-place.ts';

/** Lengths of a track, milliseconds. */
const lengths = [100, 1_000, 5_000, 20_000, 60_000, 300_000] as const;

/**
 * The time that the tracks of a round stand for: the shortest of a few lengths that holds it, so
 * that bars of one round can be compared with those of another.
 */
export const roundSpan = ({ startedAt, endedAt }: Span): Span => {
  const took = endedAt - startedAt;
  const length = lengths.find((one) => took <= one) ?? took;
  return { startedAt, endedAt: startedAt + length };
};
