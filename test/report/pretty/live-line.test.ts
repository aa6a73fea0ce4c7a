import { describe, expect, it } from '@jest/globals';
import { Chalk } from 'chalk';
import { textWidth } from '../../../src/base/text-table.ts';
import type { RunEvent } from '../../../src/formats/run.ts';
import {
  liveLine,
  nextProgress,
  noProgress,
  type Progress,
  timeLeft,
} from '../../../src/report/pretty/open-pretty-reporter.ts';
import { aFinding, aRun, aScenario, eventsOf } from '../run-builder.ts';

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

const leftAfter = (done: number, elapsedMs: number): string | undefined =>
  timeLeft({ ...noProgress, done, total: 100 }, elapsedMs);

describe('timeLeft', () => {
  it('takes the rest to go on as the run did, and rounds up', () => {
    expect(leftAfter(25, 4000)).toBe('about 12 s left');
    expect(leftAfter(30, 1000)).toBe('about 3 s left');
    expect(leftAfter(10, 20_000)).toBe('about 3 min 0 s left');
  });

  it('guesses nothing at the start, nor at the end', () => {
    expect([leftAfter(4, 4000), leftAfter(25, 999), leftAfter(100, 4000)]).toEqual([undefined, undefined, undefined]);
  });
});

const progressAfter = (events: readonly RunEvent[]) => events.reduce(nextProgress, noProgress);

describe('nextProgress', () => {
  it('counts scenarios as they finish', () => {
    const run = aRun({ scenarios: [aScenario(), aScenario({ title: 'Another' })] });
    expect(progressAfter(eventsOf(run))).toEqual({
      done: 2,
      total: 2,
      running: [],
      breaches: new Set(),
    });
  });

  it('knows which of several scenarios are under way', () => {
    const started = (title: string): RunEvent => ({
      kind: 'scenario-started',
      file: 'a.yaml',
      title,
    });
    const finished = (title: string): RunEvent => ({
      kind: 'scenario-finished',
      result: aScenario({ title }),
      findings: [],
    });
    const { running } = progressAfter([started('A'), started('B'), started('A'), finished('A')]);
    expect(running).toEqual(['B', 'A']);
  });

  it('counts a breach once, however many calls show it', () => {
    const run = aRun({ scenarios: [aScenario({ verdict: 'failed' })] });
    const twice = [aFinding(), aFinding({ line: 9 }), aFinding({ code: 'wrong-balance' })];
    expect(progressAfter(eventsOf(run, twice)).breaches.size).toBe(2);
  });

  it('counts no breach for notes, nor for a scenario that is only warned', () => {
    const failed = aRun({ scenarios: [aScenario({ verdict: 'failed' })] });
    const warned = aRun({ scenarios: [aScenario({ verdict: 'warned' })] });
    expect(progressAfter(eventsOf(failed, [aFinding({ weight: 'note' })])).breaches.size).toBe(0);
    expect(progressAfter(eventsOf(warned, [aFinding()])).breaches.size).toBe(0);
  });
});
