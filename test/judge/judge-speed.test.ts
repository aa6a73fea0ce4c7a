import { expect, it } from '@jest/globals';
import { judgePieces, judgeSpeed } from '../../src/judge/timing.ts';

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
      message: 'The 95th percentile of 100 answers to callbacks sent one at a time is 501 ms.',
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

it('counts nothing that walletproof itself was late for, or sent again', () => {
  const late = lasting(times(20, 900)).map((each) => ({ ...each, lagMs: 400 }));
  const again = lasting(times(20, 900)).map((each) => ({ ...each, sentAgain: true as const }));
  expect(judgeSpeed([...lasting(times(20, 5)), ...late, ...again])).toEqual([]);
});

it('tells answers in bursts apart, with the size of the bursts: they are no breach', () => {
  const together = (size: number) =>
    lasting(times(size, 3_000)).map((each) => ({ ...each, together: size, burst: size }));
  const found = judgeSpeed([...lasting(times(20, 120)), ...together(10), ...together(50)]);
  expect(found.map(({ code, weight }) => [code, weight])).toEqual([['slow-in-bursts', 'note']]);
  expect(found[0]?.message).toContain('In bursts of 10 to 50 callbacks at once');
});

it('allows an agent its usual time for each call that goes on beside', () => {
  const beside = (durationMs: number) => lasting(times(40, durationMs)).map((each) => ({ ...each, together: 4 }));
  expect(judgeSpeed(beside(640), { latencyMs: 150 })).toEqual([]);
  expect(judgeSpeed(beside(640), { latencyMs: 5 }).map(({ code }) => code)).toEqual(['slow']);
  expect(judgeSpeed(beside(640))).toEqual([]);
});

it('notes what a pause between headers and body costs', () => {
  expect(judgePieces({})).toEqual([]);
  const [found] = judgePieces({ connections: 'fresh', splitMs: 43 });
  expect(found).toMatchObject({ requirement: 'TIME-03', weight: 'note' });
  expect(found?.message).toContain('the body comes about 40 ms later');
});
