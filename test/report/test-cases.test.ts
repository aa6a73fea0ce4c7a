import { describe, expect, it } from '@jest/globals';
import type { RunCause } from '../../src/formats/run.ts';
import { testCasesOf } from '../../src/report/test-cases.ts';
import { aFinding, aRequirement, aRun } from './run-builder.ts';
import { aMixedRun, strictly } from './whole-run.ts';

const byId = (cases: ReturnType<typeof testCasesOf>) =>
  Object.fromEntries(cases.map((each) => [each.name.split(' ')[0], each]));

describe('testCasesOf', () => {
  it('names a requirement by its id, level and words', () => {
    expect(testCasesOf(aMixedRun())[1]).toMatchObject({
      name: 'SIG-03 must refuses a wrong signature, and moves nothing',
      group: 'SIG',
      section: '5',
    });
  });

  it.each([
    ['SIG-01', 'passed', ''],
    ['SIG-03', 'failed', 'tx_17 was debited twice: 979.52 = 1000.00 - 2 × 10.24.'],
    ['SIG-14', 'passed', 'The code is another one.'],
    ['SIG-16', 'passed', 'Upper case is refused.'],
    ['BAL-01', 'skipped', 'skipped: no second player is configured'],
    ['BAL-02', 'skipped', 'blocked by SIG-03'],
    ['BAL-03', 'error', 'somebody else used player-1'],
    ['BAL-04', 'known', 'known: mended in May'],
  ])('gives %s the outcome %s', (id, outcome, message) => {
    expect(byId(testCasesOf(aMixedRun()))[id]).toMatchObject({ outcome, message });
  });
});

describe('strict runs and baselines as tests', () => {
  it('fails a warned should of a strict run', () => {
    expect(byId(testCasesOf(strictly(aMixedRun())))['SIG-14']?.outcome).toBe('failed');
  });

  it('never fails an observe, in a strict run either', () => {
    const result = aRequirement({ level: 'observe', verdict: 'warned', findings: [aFinding()] });
    const [only] = testCasesOf(strictly(aRun({ requirements: [result] })));
    expect(only?.outcome).toBe('passed');
  });

  it('keeps a known warning from failing a strict run', () => {
    const result = aRequirement({ level: 'should', verdict: 'warned', known: true });
    const [only] = testCasesOf(strictly(aRun({ requirements: [result] })));
    expect(only).toMatchObject({ outcome: 'known', message: 'known: in the baseline' });
  });

  it('fails for a stale entry of the baseline', () => {
    expect(testCasesOf(aMixedRun()).at(-1)).toMatchObject({
      name: 'baseline entry RB-01 not-applied is still needed',
      group: 'baseline',
      outcome: 'failed',
      message: expect.stringContaining('ticket 7'),
    });
  });
});

describe('a run that could not be judged, as tests', () => {
  it('is not green where all of it is blocked', () => {
    const run = aRun({
      verdict: 'inconclusive',
      requirements: [aRequirement({ verdict: 'blocked', reason: 'unreachable' })],
      root: { reason: 'Nothing listens there.', remedy: 'Start the agent.' },
    });
    expect(testCasesOf(run)).toContainEqual(
      expect.objectContaining({
        name: 'the agent can be judged',
        outcome: 'error',
        message: 'Nothing listens there. Start the agent.',
      }),
    );
  });

  it('is not green where all of it is skipped', () => {
    const requirements = [aRequirement({ verdict: 'skipped', reason: 'not chosen' })];
    const cases = testCasesOf(aRun({ verdict: 'inconclusive', requirements }));
    expect(cases.map(({ outcome }) => outcome)).toEqual(['skipped', 'error']);
  });

  it('is not green where the run was interrupted', () => {
    expect(testCasesOf(aRun({ partial: true })).at(-1)).toMatchObject({
      name: 'the run is played to its end',
      outcome: 'error',
    });
  });

  it('adds nothing to a conformant run', () => {
    expect(testCasesOf(aRun())).toHaveLength(1);
  });
});

const limited: RunCause = {
  code: 'stake-limited',
  message: 'Every bet of 101.00 USD or more was refused.',
  count: 3,
  remedy: 'Nothing to fix.',
  exchanges: [],
  requirements: ['BET-05', 'SIG-12'],
};

describe('a cause, as a test', () => {
  it('comes first, and is skipped where it is a legal choice', () => {
    expect(testCasesOf(aRun({ causes: [limited] }))[0]).toMatchObject({
      name: 'cause stake-limited',
      outcome: 'skipped',
      message:
        'Every bet of 101.00 USD or more was refused. (3 times, keeps from being judged: BET-05 SIG-12) Nothing to fix.',
    });
  });

  it('is an error where the run could not judge for it, and told once', () => {
    const run = aRun({
      verdict: 'inconclusive',
      requirements: [aRequirement({ verdict: 'blocked', reason: limited.message })],
      causes: [{ ...limited, code: 'refused-alike' }],
    });
    expect(testCasesOf(run).map(({ name, outcome }) => [name.split(' ')[0], outcome])).toEqual([
      ['cause', 'error'],
      ['IDEM-01', 'skipped'],
    ]);
  });

  it('is not told again where it is the one reason of all', () => {
    const root = { reason: limited.message, remedy: limited.remedy };
    const names = testCasesOf(aRun({ causes: [limited], root })).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('cause'))).toEqual([]);
  });
});
