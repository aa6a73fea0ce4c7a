import { describe, expect, it } from '@jest/globals';
import { groupsAtOnce } from '../../src/components/calls-at-once.ts';

describe('groupsAtOnce', () => {
  /** How many calls each group has; calls are given as start and duration in milliseconds. */
  const sizes = (...times: [number, number][]): number[] =>
    groupsAtOnce(
      times.map(([start, durationMs]) => ({
        startedAt: `2026-01-01T00:00:00.${String(start).padStart(3, '0')}Z`,
        durationMs,
      })),
    ).map(({ length }) => length);

  it('puts neighbours together that overlap any of their group', () => {
    expect(sizes([0, 5], [10, 90], [20, 5], [50, 5], [200, 5])).toEqual([1, 3, 1]);
  });

  it('keeps calls apart that came one after another', () => {
    expect(sizes([0, 5], [10, 5])).toEqual([1, 1]);
  });
});
