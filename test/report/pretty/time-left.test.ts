import { describe, expect, it } from '@jest/globals';
import { noProgress } from '../../../src/report/pretty/progress.ts';
import { timeLeft } from '../../../src/report/pretty/time-left.ts';

const leftAfter = (done: number, elapsedMs: number): string | undefined =>
  timeLeft({ ...noProgress, done, total: 100 }, elapsedMs);

describe('timeLeft', () => {
  it('takes the rest to go on as the run did, and rounds up', () => {
    expect(leftAfter(25, 4000)).toBe('about 12 s left');
    expect(leftAfter(30, 1000)).toBe('about 3 s left');
    expect(leftAfter(10, 20_000)).toBe('about 3 min 0 s left');
  });

  it('guesses nothing at the start, nor at the end', () => {
    expect([leftAfter(4, 4000), leftAfter(25, 999), leftAfter(100, 4000)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
