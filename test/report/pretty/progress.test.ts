import { describe, expect, it } from '@jest/globals';
import { Chalk } from 'chalk';
import { textWidth } from '../../../src/base/text-table.ts';
import type { RunEvent } from '../../../src/formats/run.ts';
import {
  liveLine,
  nextProgress,
  noProgress,
  type Progress,
  stillRunning,
} from '../../../src/report/pretty/progress.ts';
import { aFinding, aRun, aScenario, eventsOf } from '../run-builder.ts';

const plain = new Chalk({ level: 0 });

const half: Progress = {
  done: 5,
  total: 10,
  running: ['A repeated makeBet is applied once'],
  findings: new Set(['IDEM-01/duplicate-applied']),
};

describe('liveLine', () => {
  it('shows the bar, how many are done, the findings and the scenario under way', () => {
    expect(liveLine(half, 80, plain)).toBe(
      '████████████░░░░░░░░░░░░  5/10  1 finding  A repeated makeBet is applied once',
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

it('a sign of life for a log says how far the run is, and for how long it goes on', () => {
  expect(stillRunning({ ...half, done: 42, total: 147 }, 90_000)).toBe('42 of 147 scenarios after 1 min 30 s');
});

const progressAfter = (events: readonly RunEvent[]) => events.reduce(nextProgress, noProgress);

describe('nextProgress', () => {
  it('counts scenarios as they finish', () => {
    const run = aRun({ scenarios: [aScenario(), aScenario({ title: 'Another' })] });
    expect(progressAfter(eventsOf(run))).toEqual({
      done: 2,
      total: 2,
      running: [],
      findings: new Set(),
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
    expect(progressAfter(eventsOf(run, twice)).findings.size).toBe(2);
  });

  it('counts no breach for notes, nor for a scenario that is only warned', () => {
    const failed = aRun({ scenarios: [aScenario({ verdict: 'failed' })] });
    const warned = aRun({ scenarios: [aScenario({ verdict: 'warned' })] });
    expect(progressAfter(eventsOf(failed, [aFinding({ weight: 'note' })])).findings.size).toBe(0);
    expect(progressAfter(eventsOf(warned, [aFinding()])).findings.size).toBe(0);
  });
});
