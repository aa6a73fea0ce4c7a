import { describe, expect, it } from '@jest/globals';
import type { Evidence } from '../../../src/report/html/evidence.ts';
import { collectEvidence } from '../../../src/report/html/evidence.ts';
import { breachesOf } from '../../../src/report/html/stories.ts';
import type { Run } from '../../../src/spec/run.ts';
import { aFinding, aRequirement, aRun } from '../run-builder.ts';
import { aCallback, aDoubleDebit } from './report-builder.ts';

const evidenceOf = (run: Run): Evidence[] => [...collectEvidence(run, breachesOf(run)).values()];

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
