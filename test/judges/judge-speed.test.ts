import { expect, it } from '@jest/globals';
import { judgeSpeed } from '../../src/judges/judge-run.ts';

const lasting = (durations: readonly number[], status: number | null = 200) =>
  durations.map((durationMs, n) => ({ id: `x${n}`, durationMs, status }));

const times = (count: number, durationMs: number): number[] => Array(count).fill(durationMs);

it('says nothing of a run whose slowest twentieth took half a second or less', () => {
  expect(judgeSpeed(lasting([...times(95, 5), ...times(5, 500)]))).toEqual([]);
  expect(judgeSpeed([])).toEqual([]);
});

it('does not mind a few slow answers', () => {
  expect(judgeSpeed(lasting([...times(96, 5), ...times(4, 4_000)]))).toEqual([]);
});

it('warns once where the slowest twentieth took longer, and shows the slowest three', () => {
  expect(judgeSpeed(lasting([900, ...times(94, 5), 800, 850, 501, 700, 501]))).toEqual([
    {
      code: 'slow',
      requirement: 'TIME-02',
      weight: 'breach',
      message: 'The 95th percentile of 100 answers is 501 ms.',
      expected: 'at most 500 ms',
      actual: '501 ms',
      scenario: '',
      exchanges: ['x95', 'x96', 'x0'],
    },
  ]);
});

it('counts answers only, not time-outs', () => {
  const exchanges = [...lasting(times(20, 5)), ...lasting(times(20, 5_000), null)];
  expect(judgeSpeed(exchanges)).toEqual([]);
});
