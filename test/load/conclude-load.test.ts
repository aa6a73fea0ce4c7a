import { describe, expect, it } from '@jest/globals';
import { type LoadReport, loadReportSchema } from '../../src/formats/load-report.ts';
import { loadExitCode } from '../../src/load/conclude-load.ts';
import { parseGoals } from '../../src/load/load-goals.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';
import { breachOf, histogramOf, loadOf, partsOf } from './made-up-load.ts';

const told = (report: LoadReport) => ({
  verdict: report.verdict,
  exit: loadExitCode(report),
  reasons: report.reasons,
});

const doubt = {
  reason: 'a difference of 5.00 is unexplained',
  about: 'money',
  ...{ count: 3, parked: 2, evidence: [] },
} as const;

describe('a load', () => {
  it('is conformant where nothing was wrong', () => {
    const report = loadOf();
    expect(told(report)).toEqual({ verdict: 'conformant', exit: 0, reasons: [] });
    expect(loadReportSchema.safeParse(report).success).toBe(true);
  });

  it('is nonconformant with a breach, and says how many of each', () => {
    const breachCounts = { 'lost-update': 3, 'double-application': 4 };
    const report = loadOf({ breaches: [breachOf()], breachCounts });
    expect(told(report)).toEqual({
      verdict: 'nonconformant',
      exit: 1,
      reasons: ['7 breaches: double-application 4, lost-update 3'],
    });
  });

  it('is nonconformant with a breach and a doubt', () => {
    const breachCounts = { 'lost-update': 1 };
    const report = loadOf({ breaches: [breachOf()], breachCounts, doubts: [doubt] });
    expect(told(report)).toMatchObject({ verdict: 'nonconformant', exit: 1 });
    expect(report.reasons[1]).toBe('a difference of 5.00 is unexplained (3 times; 2 players not called any more)');
  });
});

describe('a load with breaches or doubts', () => {
  it('is inconclusive where breaches rest on one balance and other players differ unexplained', () => {
    const balance = {
      breaches: [breachOf({ restsOn: 'balance' })],
      breachCounts: { 'lost-update': 1 },
    };
    expect(told(loadOf(balance)).exit).toBe(1);
    const report = loadOf({ ...balance, doubts: [doubt] });
    expect(told(report)).toMatchObject({ verdict: 'inconclusive', exit: 3 });
    expect(report.reasons[0]).toContain('somebody else moves their money');
  });

  it('is nonconformant where the only unexplained player is that of the breach', () => {
    const report = loadOf({
      breaches: [breachOf({ restsOn: 'balance' })],
      breachCounts: { 'lost-update': 1 },
      doubts: [{ ...doubt, parked: 1, player: 'load-4' }],
    });
    expect(report.verdict).toBe('nonconformant');
  });
});

describe('a load that cannot be judged', () => {
  it.each([
    ['nothing was judged', { judged: 0 }, 'No answer was judged'],
    ['it was stopped', { stopped: ['The agent answered errors in the first second'] }, 'first second'],
    ['it was interrupted', { partial: true }, 'It was interrupted before its end'],
    ['players are parked', { doubts: [doubt] }, '2 players not called any more'],
  ] as const)('is inconclusive where %s', (_what, changes, words) => {
    const { verdict, exit, reasons } = told(loadOf(changes));
    expect([verdict, exit]).toEqual(['inconclusive', 3]);
    expect(reasons.join()).toContain(words);
  });

  it('is inconclusive where accounts differ in the end and no call shows why', () => {
    const [money] = partsOf().money;
    if (money === undefined) throw new Error('no money');
    const report = loadOf({ money: [{ ...money, drift: '-3.20' }] });
    expect(told(report)).toEqual({
      verdict: 'inconclusive',
      exit: 3,
      reasons: ['The accounts of USD differ by -3.20 in the end, and no call shows why'],
    });
  });
});

/** A load with this goal, its verdict and what the goal came to. */
const withGoal = (goal: string, changes: Parameters<typeof partsOf>[0] = {}) => {
  const report = loadOf({ ...changes, asked: { ...partsOf().asked, failOn: [goal] } });
  return { exit: loadExitCode(report), ...report.goals[0], reasons: report.reasons };
};

describe('a goal', () => {
  it.each([
    ['makeBet p99<200ms', 'met', 'makeBet p99 9.'],
    ['makeBet p50<5ms', 'missed', 'makeBet p50 7.'],
    ['p99.9<=1s', 'met', 'makeBet p99.9 9.'],
    ['max<4ms', 'missed', 'makeBet max 9.'],
    ['service p50<20ms', 'met', 'makeBet service p50 6.'],
    ['getBalance service max < 3ms', 'missed', 'getBalance service max 3.'],
    ['errors<0.1%', 'met', '0 of 20 (0 %)'],
    ['rate>=95%', 'met', '20 of 20 (100 %)'],
  ] as const)('%s is %s', (goal, result, actual) => {
    const judged = withGoal(goal);
    expect(judged.result).toBe(result);
    expect(judged.actual).toContain(actual.slice(0, -1));
    expect(judged.exit).toBe(result === 'met' ? 0 : 1);
  });

  it('counts errors of its type alone', () => {
    const errors = [{ type: 'makeBet', said: 'HTTP 503', count: 2 } as const];
    expect(withGoal('errors<=10%', { errors })).toMatchObject({
      result: 'met',
      actual: '2 of 20 (10 %)',
    });
    expect(withGoal('makeBet errors<=10%', { errors })).toMatchObject({
      result: 'missed',
      exit: 1,
    });
    expect(withGoal('getBalance errors<=10%', { errors }).result).toBe('met');
  });

  it('is not judged where nothing of its type was answered', () => {
    expect(withGoal('rollback p99<1s')).toMatchObject({
      result: 'not-judged',
      reason: 'no rollback was answered',
      exit: 3,
    });
  });

  it('is missed with the actual figure among the reasons', () => {
    expect(withGoal('makeBet p50<5ms').reasons[0]).toMatch(/^makeBet p50<5ms is missed: makeBet p50 7/);
  });
});

describe('a generator that was late itself', () => {
  const late = { health: { ...partsOf().health, lateness: histogramOf(3, 3) } };

  it('misses no goal for the agent', () => {
    const judged = withGoal('makeBet p99<5ms', late);
    expect(judged).toMatchObject({ result: 'not-judged', exit: 3 });
    expect(judged.reason).toContain('the generator itself was late');
  });

  it('judges a goal that is met all the same', () => {
    expect(withGoal('makeBet p99<200ms', late)).toMatchObject({ result: 'met', exit: 0 });
  });

  it('judges errors', () => {
    const errors = [{ type: 'makeBet', said: 'HTTP 503', count: 2 } as const];
    expect(withGoal('errors<0.1%', { ...late, errors })).toMatchObject({
      result: 'missed',
      exit: 1,
    });
  });

  it('is told', () => {
    expect(loadOf(late).health.tooLate).toContain('more than a tenth of');
    expect(loadOf().health.tooLate).toBeUndefined();
  });
});

describe('what is no goal', () => {
  it.each([
    '',
    'makeBet',
    'makeBet p99',
    'makeBet p99<200',
    'makeBet p99>200ms',
    'makebet p99<200ms',
    'p0<1s',
    'p100<1s',
    'errors<1',
    'errors>1%',
    'service errors<1%',
    'rate<95%',
    'rate>=101%',
    'makeBet rate>=95%',
    'p99<200ms, p50<5ms',
  ])('%s', (text) => {
    const parse = () => parseGoals(['p99<1s', text]);
    expect(parse).toThrow(WalletproofError);
    expect(parse).toThrow(`\`${text}\` is no goal`);
  });
});
