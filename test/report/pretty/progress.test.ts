import { describe, expect, it } from '@jest/globals';
import { nextProgress, noProgress } from '../../../src/report/pretty/progress.ts';
import type { RunEvent } from '../../../src/spec/run-event.ts';
import { aFinding, aRun, aScenario, eventsOf } from '../run-builder.ts';

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
