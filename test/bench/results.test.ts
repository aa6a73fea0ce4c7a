import { describe, expect, it } from '@jest/globals';
import { markdownTable, median, type Result, ratiosOf, textTable, verdictOf } from '../../bench/results.ts';

const results: readonly Result[] = [
  {
    part: 'serving',
    what: 'list',
    unit: 'times bare',
    values: [1.31, 1.42, 1.2],
    atLeast: 1.3,
    note: '31,000 a second | more',
  },
  { part: 'serving', what: 'p99', unit: 'times bare', values: [3], atMost: 2 },
  { part: 'serving', what: 'Express', unit: 'times bare', values: [0.25] },
];

describe('the table of a part', () => {
  it('says beside each goal whether it was met', () => {
    expect(textTable(results)).toBe(
      [
        '         unit        median  from    to   goal',
        'list     times bare    1.31  1.20  1.42  ≥ 1.3     met',
        '    31,000 a second | more',
        'p99      times bare    3.00  3.00  3.00    ≤ 2  MISSED',
        'Express  times bare    0.25  0.25  0.25',
      ].join('\n'),
    );
  });

  it('is a table of Markdown for the page', () => {
    expect(markdownTable(results).split('\n')).toEqual([
      '| | unit | median | from | to | goal | | |',
      '|---|---|---|---|---|---|---|---|',
      '| list | times bare | 1.31 | 1.20 | 1.42 | ≥ 1.3 | met | 31,000 a second \\| more |',
      '| p99 | times bare | 3.00 | 3.00 | 3.00 | ≤ 2 | MISSED |  |',
      '| Express | times bare | 0.25 | 0.25 | 0.25 |  |  |  |',
    ]);
  });
});

describe('a goal', () => {
  it('is judged by the median', () => {
    expect(results.map(verdictOf)).toEqual(['met', 'MISSED', '']);
  });

  it('is missed by what could not be counted', () => {
    const [list = results[1]] = results;
    expect(list && verdictOf({ ...list, values: [Number.NaN] })).toBe('MISSED');
  });
});

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

  it('is no number where nothing was measured', () => {
    expect(median([])).toBeNaN();
  });
});

it('divides round by round, so that what drifts meets both alike', () => {
  expect(ratiosOf([10, 40], [20, 80])).toEqual([0.5, 0.5]);
});
