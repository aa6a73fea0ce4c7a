import { describe, expect, it } from '@jest/globals';
import { withFailedCommand } from '../../src/cli/run-and-report.ts';
import { aRequirement, aRun, aScenario } from '../report/run-builder.ts';

const failure = { reason: 'The command of --start ended with 9.', remedy: 'Look at it.' };

describe('a run whose agent has ended with an error', () => {
  it('is not conformant: another process may have answered', () => {
    const run = withFailedCommand(aRun({ verdict: 'conformant' }), failure);
    expect(run).toMatchObject({ verdict: 'inconclusive', root: failure });
  });

  it('keeps its breaches', () => {
    expect(withFailedCommand(aRun({ verdict: 'nonconformant' }), failure)).toMatchObject({
      verdict: 'nonconformant',
      root: failure,
    });
  });

  it('gives the end of the command for everything that hung on the agent being gone', () => {
    const reason = 'The agent did not answer.';
    const run = aRun({
      verdict: 'inconclusive',
      root: { reason, remedy: 'Start the agent.' },
      requirements: [aRequirement({ verdict: 'blocked', reason })],
      scenarios: [aScenario({ verdict: 'blocked', reason }), aScenario({ reason: 'other' })],
    });
    const told = withFailedCommand(run, failure);
    expect(JSON.stringify(told)).not.toContain(reason);
    expect(told.scenarios.map((each) => each.reason)).toEqual([failure.reason, 'other']);
  });

  it('is left as it is when it was interrupted', () => {
    const run = aRun({ verdict: 'inconclusive', partial: true });
    expect(withFailedCommand(run, failure)).toBe(run);
  });
});
