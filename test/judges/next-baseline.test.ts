import { describe, expect, it } from '@jest/globals';
import type { BaselineEntry } from '../../src/formats/run.ts';
import { nextBaseline } from '../../src/judges/baseline.ts';
import { aFinding, aRequirement, aRun } from '../report/run-builder.ts';
import { strictly } from '../report/whole-run.ts';

const entry: BaselineEntry = {
  requirement: 'IDEM-01',
  code: 'duplicate-applied',
  reason: 'W-812',
};

const broken = aRequirement({
  verdict: 'failed',
  findings: [aFinding(), aFinding(), aFinding({ weight: 'note', code: 'observed' })],
});

describe('the next baseline', () => {
  it('adds each breach that fails the run once, its reason to be filled in', () => {
    expect(nextBaseline(aRun({ requirements: [broken] }), [])).toEqual({
      gone: new Set(),
      added: [{ ...entry, reason: 'to be filled in' }],
    });
  });

  it('keeps what it has of breaches that are still there', () => {
    const { gone, added } = nextBaseline(aRun({ requirements: [broken] }), [entry]);
    expect([gone.size, added]).toEqual([0, []]);
  });

  it('takes out what is gone, and only where that was judged', () => {
    const other = { ...entry, requirement: 'RB-02' };
    const skipped = aRequirement({ id: 'RB-02', verdict: 'skipped' });
    const run = aRun({ requirements: [aRequirement(), skipped] });
    expect(nextBaseline(run, [other, entry]).gone).toEqual(new Set([1]));
  });

  it('adds a warning where the run was strict, for there it fails', () => {
    const warned = aRequirement({ level: 'should', verdict: 'warned', findings: [aFinding()] });
    const run = aRun({ requirements: [warned] });
    expect(nextBaseline(run, []).added).toEqual([]);
    expect(nextBaseline(strictly(run), []).added).toHaveLength(1);
  });
});
