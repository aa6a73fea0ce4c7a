import { describe, expect, it } from '@jest/globals';
import type { Comparison } from '../../src/formats/comparison.ts';
import type { RequirementResult } from '../../src/formats/run.ts';
import { compareRuns } from '../../src/judge/compare-runs.ts';
import { aFinding, aRequirement, aRun } from '../report/run-builder.ts';
import { strictly } from '../report/whole-run.ts';

type Given = Partial<RequirementResult> | undefined;

const broken: Given = { verdict: 'failed', findings: [aFinding()] };
const known: Given = { ...broken, known: true };
const warned: Given = { level: 'should', verdict: 'warned', findings: [aFinding()] };

const runOf = (given: Given) => aRun({ requirements: given === undefined ? [] : [aRequirement(given)] });

/** Where IDEM-01 is told. */
const toldAs = ({ unchanged, ...comparison }: Comparison): string[] => {
  const { newlyFailing, fixed, changed, appeared, disappeared } = comparison;
  const lists = { newlyFailing, fixed, changed, appeared, disappeared };
  const told = Object.entries(lists).flatMap(([name, list]) => (list.length === 0 ? [] : [name]));
  return unchanged === 0 ? told : [...told, 'unchanged'];
};

describe('a requirement that stood and stands so', () => {
  it.each<[string, Given, Given, string]>([
    ['passed, fails', {}, broken, 'newlyFailing'],
    ['skipped, fails', { verdict: 'skipped' }, broken, 'newlyFailing'],
    ['inconclusive, fails', { verdict: 'inconclusive' }, broken, 'newlyFailing'],
    ['not there, fails', undefined, broken, 'newlyFailing'],
    ['known, fails', known, broken, 'newlyFailing'],
    ['failed, passes', broken, {}, 'fixed'],
    ['failed, is observed', broken, { verdict: 'observed' }, 'fixed'],
    ['known, passes', known, {}, 'fixed'],
    ['failed, is skipped', broken, { verdict: 'skipped' }, 'changed'],
    ['failed, is blocked', broken, { verdict: 'blocked' }, 'changed'],
    ['failed, is known', broken, known, 'changed'],
    ['passed, is known', {}, known, 'changed'],
    ['passed, is warned', {}, warned, 'changed'],
    ['warned, passes', warned, {}, 'changed'],
    [
      'failed, fails by another finding',
      broken,
      { verdict: 'failed', findings: [aFinding({ code: 'stale-balance' })] },
      'changed',
    ],
    ['not there, passes', undefined, {}, 'appeared'],
    ['failed, is not there', broken, undefined, 'disappeared'],
    ['passed, passes', {}, {}, 'unchanged'],
    [
      'failed, fails with other values',
      broken,
      { verdict: 'failed', findings: [aFinding({ message: 'Another sentence.' }), aFinding()] },
      'unchanged',
    ],
  ])('%s', (_what, before, now, where) => {
    expect(toldAs(compareRuns(runOf(before), runOf(now)))).toEqual([where]);
  });

  it('warned, in a strict run, newly fails', () => {
    expect(toldAs(compareRuns(runOf({}), strictly(runOf(warned))))).toEqual(['newlyFailing']);
  });
});

describe('a comparison', () => {
  it('says how a requirement stood and stands, by its gravest finding', () => {
    const note = aFinding({ weight: 'note', code: 'observed', message: 'A note.' });
    const now = aRun({
      requirements: [aRequirement({ verdict: 'failed', findings: [note, aFinding(), aFinding()] })],
    });
    expect(compareRuns(runOf({}), now).newlyFailing).toEqual([
      {
        requirement: 'IDEM-01',
        level: 'must',
        section: '6',
        title: 'applies a repeated makeBet once',
        before: { verdict: 'passed', codes: [] },
        now: {
          verdict: 'failed',
          codes: ['duplicate-applied', 'observed'],
          message: aFinding().message,
        },
      },
    ]);
  });

  it('has the order of the later run, and names what fails in both', () => {
    const failing = (...ids: string[]) => aRun({ requirements: ids.map((id) => aRequirement({ id, ...broken })) });
    const comparison = compareRuns(failing('BET-01', 'RB-09', 'RB-02'), failing('RB-02', 'IDEM-01', 'BET-01'));
    expect(comparison.stillFailing).toEqual(['RB-02', 'BET-01']);
    expect(comparison.disappeared.map(({ requirement }) => requirement)).toEqual(['RB-09']);
  });
});
