import { roundSpan } from '../../../../src/ui/dashboard/sessions/round-span.ts';

test.each([
  [11, 100],
  [100, 100],
  [101, 1_000],
  [8_010, 20_000],
  [9_999_999, 9_999_999],
])('a round of %d ms stands on a track of %d ms', (took, length) => {
  expect(roundSpan({ startedAt: 1_000, endedAt: 1_000 + took })).toEqual({
    startedAt: 1_000,
    endedAt: 1_000 + length,
  });
});
