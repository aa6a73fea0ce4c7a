import { describe, expect, it } from '@jest/globals';
import { median, ratiosOf, spreadOf } from '../../bench/results/statistics.ts';

describe('the middle of what was measured', () => {
  it.each([
    [[3], 3],
    [[1, 3], 2],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
    [[5, 1, 4, 2, 3], 3],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it('has the lowest and the highest beside it', () => {
    expect(spreadOf([2, 8, 3])).toEqual({ median: 3, low: 2, high: 8 });
  });

  it('is no number where nothing was measured', () => {
    expect(median([])).toBeNaN();
  });
});

it('divides round by round, so that what drifts meets both alike', () => {
  expect(ratiosOf([10, 40], [20, 80])).toEqual([0.5, 0.5]);
});
