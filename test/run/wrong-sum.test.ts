import { describe, expect, it } from '@jest/globals';
import { asWrongSum, isOfSums, isWithinFloat } from '../../src/run/doubts.ts';
import type { PlayedScenario } from '../../src/run/play-scenario.ts';
import { aFinding, aScenario } from '../report/run-builder.ts';
import { scenario } from './steps.ts';

const sum = aFinding({
  code: 'wrong-balance',
  requirement: 'BET-03',
  expected: '1235568.2762670898438',
  actual: '1235568.25',
});

const reason = (id: string) => `blocked by ${id}: ${sum.message}`;

const playedWith = (...requirements: string[]): PlayedScenario => ({
  scenario: scenario({ requirements }),
  result: aScenario({ verdict: 'failed' }),
  judgements: [
    { requirement: 'BET-03', verdict: 'failed', findings: [sum] },
    { requirement: 'SIG-12', verdict: 'blocked', findings: [], reason: reason('BET-03') },
    { requirement: 'SIG-01', verdict: 'passed', findings: [] },
  ],
  exchanges: [],
  accounts: [],
  kept: [],
  ending: { kind: 'breach', finding: sum },
  taken: new Set(),
});

describe('a difference that did not come back', () => {
  it('is of sums where it has more decimals than any amount', () => {
    expect(isOfSums(sum)).toBe(true);
    expect(isOfSums({ ...sum, expected: '100.00', actual: '95.00' })).toBe(false);
    expect(isOfSums({ ...sum, expected: '998.994', actual: '997.9939999994' })).toBe(false);
    expect(isOfSums({ ...sum, expected: undefined })).toBe(false);
    // 11.40, by an agent that writes floats.
    expect(isOfSums({ ...sum, expected: '977.20', actual: '988.5999999999999' })).toBe(false);
  });

  it('is within a float of 32 bits where the balance is large and the difference is not', () => {
    expect(isWithinFloat({ ...sum, expected: '168772.16', actual: '168772.17' })).toBe(true);
    expect(isWithinFloat({ ...sum, expected: '1000.00', actual: '1000.01' })).toBe(false);
    expect(isWithinFloat({ ...sum, expected: '168772.16', actual: '168777.16' })).toBe(false);
  });

  it('breaks BET-11 where it is of sums, and all else of the scenario hangs on it', () => {
    const { judgements, ending } = asWrongSum(playedWith('SIG-12'), sum);

    expect(judgements).toMatchObject([
      { requirement: 'BET-03', verdict: 'blocked', findings: [], reason: reason('BET-11') },
      { requirement: 'SIG-12', verdict: 'blocked', reason: reason('BET-11') },
      { requirement: 'SIG-01', verdict: 'passed' },
      { requirement: 'BET-11', verdict: 'failed', findings: [{ code: 'wrong-arithmetic' }] },
    ]);
    expect(ending).toMatchObject({ finding: { requirement: 'BET-11' } });
  });

  it('stays where it is in a scenario about sums', () => {
    const large = { ...sum, requirement: 'BET-19' };
    const { judgements } = asWrongSum(playedWith('BET-19'), large);

    expect(judgements.at(-1)).toMatchObject({ requirement: 'BET-19', verdict: 'failed' });
  });
});
