import { describe, expect, it } from '@jest/globals';
import type { Run } from '../../../src/formats/run.ts';
import type { StoryEvidence } from '../../../src/report/html/report-view.ts';
import { collectEvidence } from '../../../src/report/html/report-view.ts';
import { breachesOf } from '../../../src/report/html/stories.ts';
import { aFinding, aRequirement, aRun } from '../run-builder.ts';
import { aCallback, aDoubleDebit } from './report-builder.ts';

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

const evidenceOf = (run: Run): StoryEvidence[] => [
  ...collectEvidence(run, breachesOf(run)).values(),
];

const aBreach = (exchanges: Run['exchanges'], given: Parameters<typeof aFinding>[0] = {}): Run =>
  aRun({
    exchanges,
    requirements: [
      aRequirement({
        verdict: 'failed',
        findings: [aFinding({ exchanges: exchanges.map(({ id }) => id), ...given })],
      }),
    ],
  });

const expectedIn = (run: Run) => evidenceOf(run)[0]?.calls.map(({ expected }) => expected);

describe('collectEvidence', () => {
  it('takes the expected balance of the finding for the answer that it is about', () => {
    const run = aDoubleDebit();
    const exchanges = run.exchanges.map((exchange) => ({
      ...exchange,
      expectedBalance: '1000.00',
    }));
    expect(expectedIn({ ...run, exchanges })).toEqual(['1000.00', '1000.00', '989.76']);
  });

  it('takes what else a finding expected for the one answer that it is about', () => {
    const given = { expected: 'an error answer', actual: 'the balance 995.00' };
    expect(expectedIn(aBreach([aCallback()], given))).toEqual(['an error answer']);
    const several = [aCallback(), aCallback({ id: 'x2', line: 9 })];
    expect(expectedIn(aBreach(several, { ...given, line: 9 }))).toEqual([
      undefined,
      'an error answer',
    ]);
    expect(expectedIn(aBreach(several, { ...given, line: 4 }))).toEqual([undefined, undefined]);
  });

  it('expects no single balance of calls at the same time', () => {
    const at = (id: string) => aCallback({ id, durationMs: 30, expectedBalance: '990.00' });
    expect(expectedIn(aBreach([at('x1'), at('x2')]))).toEqual([undefined, undefined]);
  });
});

describe('what collectEvidence shows of the calls', () => {
  it('says what the account held before, by an earlier answer in the same scenario', () => {
    const run = aDoubleDebit();
    const [requirement] = run.requirements;
    const findings = [aFinding({ exchanges: ['x2', 'x3'] })];
    const requirements = requirement === undefined ? [] : [{ ...requirement, findings }];
    expect(evidenceOf({ ...run, requirements })[0]?.before).toBe('1000.00');
    expect(evidenceOf(run)[0]?.before).toBeUndefined();
  });

  it('keeps the first and the last of many calls', () => {
    const many = Array.from({ length: 50 }, (_, index) => aCallback({ id: `x${index}` }));
    const [evidence] = evidenceOf(aBreach(many));
    expect(evidence?.calls.map(({ number }) => number).slice(9, 11)).toEqual([10, 41]);
    expect(evidence).toMatchObject({ leftOut: 30 });
  });

  it('gives an exchange in full once', () => {
    const run = aDoubleDebit();
    const requirements = [
      aRequirement({
        verdict: 'failed',
        findings: [aFinding({ exchanges: ['x1', 'x2'] }), aFinding({ exchanges: ['x2', 'x3'] })],
      }),
    ];
    const inFull = evidenceOf({ ...run, requirements }).map((evidence) => [...evidence.inFull]);
    expect(inFull).toEqual([['x1', 'x2'], ['x3']]);
  });
});
