import { describe, expect, it } from '@jest/globals';
import { isMet, type Result, verdictOf } from '../../bench/results/result.ts';
import { comparisonLines, markdownTable, textTable } from '../../bench/results/table.ts';

const results: readonly Result[] = [
  {
    part: 'serving',
    what: 'list',
    unit: 'times bare',
    values: [1.31, 1.42, 1.2],
    atLeast: 1.3,
    better: 'more',
    note: '31,000 a second | more',
  },
  { part: 'serving', what: 'p99', unit: 'times bare', values: [3], atMost: 2, better: 'less' },
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
    expect(list && isMet({ ...list, values: [Number.NaN] })).toBe(false);
  });
});

it('tells each comparison in a line', () => {
  const of = { part: 'start', what: '--help' };
  const lines = comparisonLines([
    { ...of, kind: 'slower', factor: 1.5 },
    { ...of, kind: 'unclear', factor: 1.2 },
    { ...of, kind: 'faster', factor: 0.5 },
    { ...of, kind: 'new', factor: Number.NaN },
  ]);
  expect(lines).toEqual([
    'start: --help: SLOWER, 1.50 times',
    'start: --help: unclear: 1.20 times slower in the middle, but the ranges overlap widely',
    'start: --help: faster, 2.00 times',
    'start: --help: not in the earlier run',
  ]);
});
