import { describe, expect, it } from '@jest/globals';
import type { Finding } from '../../src/formats/judgement.ts';
import type { RequirementResult } from '../../src/formats/run.ts';
import {
  type Judgement,
  judgeRequirements,
  type RunEvidence,
  summarise,
  verdictOfRun,
} from '../../src/judge/verdicts.ts';
import { type Level, type Verdict, verdicts } from '../../src/spec/verdict.ts';
import { requirementOf } from './calls.ts';

const finding = (requirement: string, weight: Finding['weight'] = 'breach'): Finding => ({
  code: 'wrong-balance',
  requirement,
  weight,
  message: 'it is wrong',
  scenario: 'scenario.yaml',
  exchanges: [],
});

/** What one scenario says of IDEM-01. */
const judgement = (verdict: Verdict, given: Partial<Judgement> = {}): Judgement => ({
  requirement: 'IDEM-01',
  verdict,
  findings: [],
  ...given,
});

const results = (given: Partial<RunEvidence>, ...ids: readonly string[]): RequirementResult[] =>
  judgeRequirements({
    selected: (ids.length === 0 ? ['IDEM-01'] : ids).map(requirementOf),
    judgements: [],
    findings: [],
    skipped: new Map(),
    answered: true,
    ...given,
  });

const verdictsOf = (given: Partial<RunEvidence>, ...ids: readonly string[]): string[] =>
  results(given, ...ids).map(({ id, verdict }) => `${id} ${verdict}`);

describe('a requirement over all scenarios that show it', () => {
  it.each<[Verdict[], Verdict]>([
    [['passed', 'passed'], 'passed'],
    [['passed', 'inconclusive'], 'inconclusive'],
    [['blocked', 'passed'], 'blocked'],
    [['blocked', 'inconclusive'], 'inconclusive'],
    [['passed', 'skipped'], 'passed'],
  ])('is the worst of %j: %s', (several, verdict) => {
    const judgements = several.map((each) => judgement(each));
    expect(verdictsOf({ judgements })).toEqual([`IDEM-01 ${verdict}`]);
  });

  it('stays failed whatever another scenario says: a breach once witnessed stays', () => {
    const broken = judgement('failed', { findings: [finding('IDEM-01')] });
    const judgements = [judgement('passed'), broken, judgement('inconclusive'), judgement('passed')];
    const [result] = results({ judgements });
    expect([result?.verdict, result?.findings.length]).toEqual(['failed', 1]);
  });

  it('keeps the reason of the worst', () => {
    const judgements = [
      judgement('inconclusive', { reason: 'nobody was there' }),
      judgement('passed'),
      judgement('blocked', { reason: 'blocked by BET-01: wrong' }),
    ];
    expect(results({ judgements })[0]?.reason).toBe('nobody was there');
  });
});

describe('such a requirement', () => {
  it('names the root that it is blocked on', () => {
    const judgements = [judgement('passed'), judgement('blocked', { reason: 'blocked by BET-01: wrong' })];
    expect(results({ judgements })[0]).toMatchObject({
      verdict: 'blocked',
      reason: 'blocked by BET-01: wrong',
    });
  });

  it('takes no judgement and no finding of another requirement', () => {
    const judgements = [judgement('failed', { requirement: 'BET-01', findings: [finding('BET-01')] })];
    expect(verdictsOf({ judgements, findings: [finding('BET-02')] })).toEqual(['IDEM-01 skipped']);
  });

  it('carries what the catalogue says of it', () => {
    const { id, level, section, title } = requirementOf('IDEM-01');
    expect(results({})[0]).toMatchObject({ id, level, section, title });
  });
});

describe('a requirement that no scenario judged', () => {
  it.each<[string, Partial<RunEvidence>, string, Verdict, string | undefined]>([
    ['IDEM-01', {}, 'no scenario', 'skipped', 'no scenario of this run shows it'],
    ['ISO-01', { skipped: new Map([['ISO-01', 'needs 2 players']]) }, 'players', 'skipped', 'needs 2 players'],
    ['IDEM-01', { root: 'nobody is there' }, 'a root', 'blocked', 'nobody is there'],
    ['BAL-01', {}, 'answers', 'passed', undefined],
    ['BAL-01', { answered: false }, 'no answers', 'inconclusive', 'no callback was answered'],
    ['BAL-01', { answered: false, root: 'nobody is there' }, 'a root', 'blocked', 'nobody is there'],
    ['REQ-01', {}, 'no requests', 'skipped', 'no scenario of this run shows it'],
  ])('%s, %j: %s', (id, given, _, verdict, reason) => {
    const [result] = results(given, id);
    expect([result?.verdict, result?.reason]).toEqual([verdict, reason]);
  });

  it('is failed where every answer judges it and one broke it', () => {
    const judgements = [judgement('failed', { requirement: 'BAL-01', findings: [finding('BAL-01')] })];
    expect(verdictsOf({ judgements }, 'BAL-01')).toEqual(['BAL-01 failed']);
  });

  it('is warned by a finding on the run as a whole', () => {
    const slow = { ...finding('TIME-02'), code: 'slow-in-bursts' as const };
    expect(verdictsOf({ findings: [slow] }, 'TIME-02')).toEqual(['TIME-02 warned']);
  });
});

it('counts how many requirements have each verdict', () => {
  const all = verdicts.flatMap((verdict, index) => Array.from({ length: index + 1 }, () => result(verdict)));
  expect(summarise(all)).toEqual({
    failed: 1,
    warned: 2,
    inconclusive: 3,
    blocked: 4,
    observed: 5,
    passed: 6,
    skipped: 7,
  });
});

const result = (verdict: Verdict, level: Level = 'must'): RequirementResult => ({
  id: 'X-01',
  level,
  section: '6',
  source: { kind: 'specification', section: '6', sentence: '' },
  title: 'does what it must',
  verdict,
  findings: [],
});

describe('the verdict of a run', () => {
  const verdictWith = (strict: boolean, ...several: readonly RequirementResult[]): string =>
    verdictOfRun(several, { strict });

  it.each<[string, RequirementResult[]]>([
    ['conformant', [result('passed')]],
    ['conformant', [result('passed'), result('skipped'), result('observed', 'observe')]],
    ['conformant', [result('passed'), result('warned', 'should')]],
    ['conformant', [result('warned', 'observe')]],
    ['conformant', [result('observed', 'observe')]],
    ['nonconformant', [result('passed'), result('failed')]],
    ['nonconformant', [result('failed'), result('inconclusive'), result('blocked')]],
    ['inconclusive', [result('passed'), result('inconclusive')]],
    ['inconclusive', [result('passed'), result('blocked')]],
    ['inconclusive', [result('warned', 'should'), result('blocked', 'should')]],
    ['inconclusive', [result('skipped'), result('skipped')]],
    ['inconclusive', []],
  ])('is %s: %j', (verdict, several) => {
    expect(verdictWith(false, ...several)).toBe(verdict);
  });

  it('is nonconformant for the warning of a should when it is strict', () => {
    expect(verdictWith(true, result('passed'), result('warned', 'should'))).toBe('nonconformant');
  });

  it('is never failed by what is only observed, strict or not', () => {
    expect(verdictWith(true, result('passed'), result('warned', 'observe'))).toBe('conformant');
  });
});
