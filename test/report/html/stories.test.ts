import { describe, expect, it } from '@jest/globals';
import { breachesOf } from '../../../src/report/html/stories.ts';
import { aFinding, aRequirement, aRun } from '../run-builder.ts';

const idsOf = (requirements: Parameters<typeof aRequirement>[0][]): string[] =>
  breachesOf(aRun({ requirements: requirements.map(aRequirement) })).map(
    ({ requirement }) => requirement.id,
  );

describe('breachesOf', () => {
  it('puts what failed before what is warned, and what is known last', () => {
    const ids = idsOf([
      { id: 'A-01', verdict: 'warned' },
      { id: 'A-02', verdict: 'failed', known: true },
      { id: 'A-03', verdict: 'passed' },
      { id: 'A-04', verdict: 'failed' },
    ]);
    expect(ids).toEqual(['A-04', 'A-01', 'A-02']);
  });

  it('tells different findings of the same calls together', () => {
    const told = (requirement: string, code: 'overspent' | 'lost-update') =>
      aFinding({ requirement, code, exchanges: ['x1', 'x2'] });
    const [first, second] = breachesOf(
      aRun({
        requirements: [
          aRequirement({ id: 'A-01', verdict: 'failed', findings: [told('A-01', 'overspent')] }),
          aRequirement({ id: 'A-02', verdict: 'failed', findings: [told('A-02', 'lost-update')] }),
        ],
      }),
    );
    expect(first?.stories.map(({ findings }) => findings.map(({ code }) => code))).toEqual([
      ['overspent', 'lost-update'],
    ]);
    expect(first?.stories[0]?.requirements).toEqual(['A-01', 'A-02']);
    expect(second).toMatchObject({ stories: [], toldUnder: ['A-01'] });
  });

  it('keeps findings without calls apart', () => {
    const findings = [aFinding({ message: 'one' }), aFinding({ message: 'other' })];
    const [breach] = breachesOf(
      aRun({ requirements: [aRequirement({ verdict: 'failed', findings })] }),
    );
    expect(breach?.stories).toHaveLength(2);
  });

  it('leaves notes to the observations', () => {
    const findings = [aFinding({ weight: 'note' }), aFinding({ weight: 'risk', message: 'risky' })];
    const [breach] = breachesOf(
      aRun({ requirements: [aRequirement({ verdict: 'warned', findings })] }),
    );
    expect(breach?.stories.map((story) => story.findings[0].message)).toEqual(['risky']);
  });
});
