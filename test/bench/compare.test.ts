import { describe, expect, it } from '@jest/globals';
import { compareResults } from '../../bench/results/compare.ts';
import type { Result } from '../../bench/results/result.ts';

const result = (values: readonly number[], more: Partial<Result> = {}): Result => ({
  part: 'serving',
  what: 'list',
  unit: 'times bare',
  better: 'more',
  values,
  ...more,
});

const kindOf = (before: Result, now: Result): string | undefined => compareResults([before], [now])[0]?.kind;

describe('beside an earlier run, a value', () => {
  it('is slower from a tenth on', () => {
    expect(kindOf(result([1.1, 1.12]), result([0.9, 0.92]))).toBe('slower');
    expect(kindOf(result([1, 1.01]), result([0.93, 0.94]))).toBe('alike');
  });

  it('is slower where it has grown and less is better', () => {
    const less = { better: 'less' } as const;
    expect(kindOf(result([2, 2.1], less), result([2.4, 2.5], less))).toBe('slower');
    expect(kindOf(result([2.4, 2.5], less), result([2, 2.1], less))).toBe('faster');
  });

  it('is accused of nothing while the ranges overlap widely', () => {
    expect(kindOf(result([0.8, 1.2, 1.3]), result([0.7, 0.9, 1.25]))).toBe('unclear');
  });

  it('is slower although the ranges touch', () => {
    expect(kindOf(result([0.95, 1.2, 1.3]), result([0.7, 0.75, 1]))).toBe('slower');
  });

  it('is not compared where it is about somebody else', () => {
    const { better: _better, ...peer } = result([5]);
    expect(compareResults([peer], [{ ...peer, values: [1] }])).toEqual([]);
  });

  it('may be new, or gone with a part that was measured', () => {
    const before = [result([1], { what: 'old' }), result([1], { part: 'start', what: 'old' })];
    expect(compareResults(before, [result([1])])).toMatchObject([
      { what: 'list', kind: 'new' },
      { part: 'serving', what: 'old', kind: 'gone' },
    ]);
  });

  it('says how many times slower it has become', () => {
    expect(compareResults([result([1])], [result([0.5])])[0]?.factor).toBe(2);
  });
});
