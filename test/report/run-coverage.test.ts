import { describe, expect, it } from '@jest/globals';
import { runBreaches } from '../../src/report/run-breaches.ts';
import { runCoverage } from '../../src/report/run-coverage.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { aDoubleDebit } from './html/report-builder.ts';
import { aRequirement, aRun } from './run-builder.ts';

describe('the coverage of a run', () => {
  it('holds every requirement of the catalogue once', () => {
    const run = aRun({
      requirements: requirements.map(({ id, section }) => aRequirement({ id, section })),
    });
    const ids = runCoverage(run, []).flatMap((section) => section.requirements.map(({ id }) => id));
    expect(ids.toSorted()).toEqual(requirements.map(({ id }) => id).toSorted());
  });

  it('counts a requirement of two sections under the first', () => {
    const run = aRun({ requirements: [aRequirement({ section: '3 and 6' })] });
    const counted = runCoverage(run, []).filter(({ counts }) => counts.passed === 1);
    expect(counted.map(({ number }) => number)).toEqual([3]);
  });

  it('does not repeat for each requirement what kept all of them from being judged', () => {
    const root = { reason: 'Nothing listens.', remedy: 'Start the agent.' };
    const requirements = ['Nothing listens.', 'blocked by BET-01'].map((reason, index) =>
      aRequirement({ id: `A-${index}`, verdict: 'blocked', reason }),
    );
    const rows = runCoverage(aRun({ root, requirements }), []).flatMap((each) => each.requirements);
    expect(rows.map(({ reason }) => reason)).toEqual([undefined, 'blocked by BET-01']);
  });

  it('leads from each broken requirement to the card that tells it', () => {
    const run = aDoubleDebit();
    const all = runCoverage(run, runBreaches(run, [])).flatMap((section) => section.requirements);
    expect(all.map(({ id, breach }) => [id, breach])).toEqual([
      ['BET-01', undefined],
      ['IDEM-01', 'breach-duplicate-applied'],
      ['IDEM-08', 'breach-duplicate-applied'],
    ]);
  });
});
