import { describe, expect, it } from '@jest/globals';
import { Chalk } from 'chalk';
import { liveLine } from '../../../src/report/pretty/live-line.ts';
import type { Progress } from '../../../src/report/pretty/progress.ts';
import { textWidth } from '../../../src/report/text-width.ts';

const plain = new Chalk({ level: 0 });
const half: Progress = {
  done: 5,
  total: 10,
  running: ['A repeated makeBet is applied once'],
  breaches: new Set(['IDEM-01/duplicate-applied']),
};

describe('liveLine', () => {
  it('says how much time is left beside the count', () => {
    expect(liveLine({ ...half, left: 'about 12 s left' }, 80, plain)).toContain(
      `${half.done}/${half.total}  about 12 s left`,
    );
  });

  it('shows the bar, how many are done, the breaches and the scenario under way', () => {
    expect(liveLine(half, 80, plain)).toBe(
      '████████████░░░░░░░░░░░░  5/10  1 breach  A repeated makeBet is applied once',
    );
  });

  it('counts the scenarios that run beside the first', () => {
    const line = liveLine({ ...half, running: ['First', 'Second', 'Third'] }, 80, plain);
    expect(line.endsWith('First  +2')).toBe(true);
  });

  it.each([1, 5, 20, 30, 39, 40, 60, 79, 80, 200])('is narrower than %i columns', (columns) => {
    const running = ['賭'.repeat(150), 'another'];
    const line = liveLine({ ...half, running }, columns, plain);
    expect(textWidth(line)).toBeLessThan(Math.max(columns, 2));
  });

  it('is full at the end, and not fuller', () => {
    const line = liveLine({ ...half, done: 11, running: [] }, 80, plain);
    expect(line).toContain('█'.repeat(24));
    expect(line).not.toContain('█'.repeat(25));
  });

  it('begins empty where no scenario is known yet', () => {
    expect(liveLine({ ...half, done: 0, total: 0 }, 80, plain)).toContain('░'.repeat(24));
  });
});
