import type { Burst } from './find-burst.ts';

/** Whether any two calls of the burst were under way at the same time, seen from our side. */
export const hasOverlap = ({ heard }: Burst): boolean => {
  const spans = heard
    .map(({ call: { exchange } }) => exchange)
    .toSorted((one, other) => one.startedAt - other.startedAt);
  return spans.some((span, n) => {
    const before = spans[n - 1];
    return before !== undefined && before.startedAt + before.durationMs > span.startedAt;
  });
};
