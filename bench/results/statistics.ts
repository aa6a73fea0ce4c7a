export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [before = Number.NaN, after = Number.NaN] = sorted.slice(Math.max(0, middle - 1));
  if (sorted.length < 2) return before;
  return sorted.length % 2 === 1 ? after : (before + after) / 2;
};

/** The median of values, and from where to where they went. */
export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  low: Math.min(...values),
  high: Math.max(...values),
});

/** Round by round one divided by the other: what drifts meets both alike. */
export const ratiosOf = (ours: readonly number[], theirs: readonly number[]): readonly number[] =>
  ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
