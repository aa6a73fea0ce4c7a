import { describe, expect, it } from '@jest/globals';
import type { Case } from '../../src/judge/case.ts';
import { judgementsOf, verdictOfFindings, verdictOfScenario } from '../../src/judge/verdicts.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { boris, getBalance, makeBet, rollback } from '../ledger/wallet.ts';
import {
  annasCase,
  balance,
  caseOf,
  failed,
  findingsOf,
  judgeAll,
  oddlySigned,
  opening,
  probe,
  refusal,
  requirementOf,
  said,
} from './calls.ts';

const bet = makeBet('t1', ['10', '0']);
const applied = said(bet, balance('90'));
const lateBet = [said(rollback('t1'), balance('100')), said(bet, balance('90'))];

/** `IDEM-01 failed`, in the order of the catalogue. */
const verdictsOf = (state: Case): string[] =>
  judgementsOf(state, requirements).map(({ requirement, verdict }) => `${requirement} ${verdict}`);

const reasonOf = (state: Case, id: string): string | undefined =>
  judgementsOf(state, requirements).find(({ requirement }) => requirement === id)?.reason;

const scenarioVerdict = (state: Case): string => verdictOfScenario(judgementsOf(state, requirements), state);

describe('a requirement that the scenario lists', () => {
  it('is passed when a call showed it and nothing was found', () => {
    const state = judgeAll(annasCase(['IDEM-01', 'IDEM-08']), applied, said(bet, balance('90')));
    expect(verdictsOf(state)).toEqual(['IDEM-01 passed', 'IDEM-08 passed']);
    expect(scenarioVerdict(state)).toBe('passed');
  });

  it('is inconclusive, never passed, when no call showed it', () => {
    const state = judgeAll(annasCase(['IDEM-01', 'BET-01']), applied);
    expect(verdictsOf(state)).toEqual(['BET-01 passed', 'IDEM-01 inconclusive']);
    expect(reasonOf(state, 'IDEM-01')).toBe('no call of the scenario showed IDEM-01');
    expect(scenarioVerdict(state)).toBe('inconclusive');
  });

  it('is not shown by the getBalance around the deed', () => {
    const state = judgeAll(annasCase(['RB-01']), applied, said(getBalance(), balance('90')));
    expect(verdictsOf(state)).toEqual(['RB-01 inconclusive']);
  });

  it('is shown by a getBalance where it is about nothing else', () => {
    expect(verdictsOf(judgeAll(annasCase(['BAL-02']), said(getBalance(), balance('100'))))).toEqual(['BAL-02 passed']);
  });

  it('is shown by any answer where every answer judges it', () => {
    const state = judgeAll(annasCase(['BAL-01', 'TIME-01', 'ERR-01']), applied);
    expect(verdictsOf(state)).toEqual(['BAL-01 passed', 'ERR-01 passed', 'TIME-01 passed']);
  });

  it('is failed where it is a must, and warned where it is a should', () => {
    const must = judgeAll(annasCase(['BET-01']), said(bet, balance('100')));
    const should = judgeAll(annasCase(['BAL-05']), said(getBalance(boris), balance('0')));
    expect([verdictsOf(must), scenarioVerdict(must)]).toEqual([['BET-01 failed'], 'failed']);
    expect([verdictsOf(should), scenarioVerdict(should)]).toEqual([['BAL-05 warned'], 'warned']);
  });
});

describe('a requirement that the scenario could not judge to the end', () => {
  it('is blocked on the breach of another, and names it', () => {
    const state = judgeAll(annasCase(['IDEM-01', 'RB-01']), applied, said(bet, balance('80')));
    expect(verdictsOf(state)).toEqual(['IDEM-01 failed', 'RB-01 blocked']);
    expect(reasonOf(state, 'RB-01')).toBe('blocked by IDEM-01: makeBet t1: the balance is 80.00, it must be 90.00.');
  });

  it('is blocked also by a breach of what the scenario does not list, which is judged too', () => {
    const state = judgeAll(annasCase(['RB-01']), said(bet, refusal('oops', 500)));
    expect(verdictsOf(state)).toEqual(['RB-01 blocked', 'ROB-11 failed']);
  });

  it('is inconclusive where nobody answered', () => {
    const state = judgeAll(annasCase(['BET-01', 'RB-01']), applied, said(rollback('t1'), failed('refused')));
    expect(verdictsOf(state)).toEqual(['BET-01 inconclusive', 'RB-01 inconclusive']);
    expect(reasonOf(state, 'RB-01')).toBe('rollback t1: it ended: refused.');
  });
});

describe('a finding that ends nothing', () => {
  it('is a verdict of its own requirement, and the others go on', () => {
    const state = judgeAll(
      annasCase(['BET-06']),
      said(makeBet('t1', ['101', '0']), refusal('no_money')),
      probe(balance('100')),
    );
    expect(verdictsOf(state)).toEqual(['BET-06 passed', 'BET-07 warned']);
    expect(scenarioVerdict(state)).toBe('warned');
  });
});

describe('a requirement to observe', () => {
  it('is observed where nothing is at risk', () => {
    const state = judgeAll(annasCase(['SIG-16']), oddlySigned(bet, balance('90')));
    expect([verdictsOf(state), scenarioVerdict(state)]).toEqual([['SIG-16 observed'], 'observed']);
  });

  it('is warned where money is at risk, and never failed', () => {
    const doubled = [opening(balance('100'), boris), applied].concat(
      said(makeBet('t1', ['10', '0'], boris), balance('90')),
    );
    const state = judgeAll(annasCase(['IDEM-11']), ...doubled);
    expect(findingsOf(state)).toEqual(['money-at-risk IDEM-11 risk']);
    expect([verdictsOf(state), scenarioVerdict(state)]).toEqual([['IDEM-11 warned'], 'warned']);
  });

  it('is warned even where a breach is charged to it', () => {
    const state = judgeAll(annasCase(['RB-08']), lateBet[0] ?? applied, said(bet, balance('55')));
    expect(verdictsOf(state)).toEqual(['RB-08 warned']);
  });
});

describe('a note on a must', () => {
  it('leaves it passed', () => {
    const state = judgeAll(annasCase(['RB-05']), said(rollback('t1'), refusal('transaction_not_found')));
    expect(verdictsOf(state)).toEqual(['RB-05 passed']);
    expect(judgementsOf(state, requirements)[0]?.findings).toHaveLength(1);
  });
});

describe('a scenario that lists nothing', () => {
  it('is passed when it was played, and failed with the first breach', () => {
    expect(scenarioVerdict(judgeAll(annasCase(), applied))).toBe('passed');
    expect(scenarioVerdict(judgeAll(annasCase(), said(bet, balance('55'))))).toBe('failed');
  });

  it('is inconclusive where nobody answered', () => {
    expect(scenarioVerdict(judgeAll(caseOf([]), opening(failed('refused'))))).toBe('inconclusive');
  });
});

describe('the verdict of findings', () => {
  const weighing = (weight: 'breach' | 'risk' | 'note') => ({
    code: 'observed' as const,
    requirement: 'X-01',
    weight,
    message: '',
    scenario: '',
    exchanges: [],
  });

  it.each([
    ['must', 'breach', 'failed'],
    ['should', 'breach', 'warned'],
    ['observe', 'breach', 'warned'],
    ['must', 'risk', 'warned'],
    ['should', 'risk', 'warned'],
    ['observe', 'risk', 'warned'],
    ['must', 'note', undefined],
    ['observe', 'note', undefined],
  ] as const)('of a %s with a %s is %s', (level, weight, verdict) => {
    const requirement = { ...(requirements[0] ?? never()), level };
    expect(verdictOfFindings(requirement, [weighing(weight)])).toBe(verdict);
    expect(verdictOfFindings(requirement, [weighing('note'), weighing(weight)])).toBe(verdict);
  });

  it('is none without findings', () => {
    expect(verdictOfFindings(requirements[0] ?? never(), [])).toBeUndefined();
  });
});

const never = (): never => {
  throw new TypeError('The catalogue is empty.');
};

it('fails a should by a breach that is a must by its effect, an observation by fewer', () => {
  const verdictsFor = (id: string) =>
    (['too-slow', 'wrong-balance', 'foreign-money-moved'] as const).map((code) =>
      verdictOfFindings(requirementOf(id), [
        { code, requirement: id, weight: 'breach', message: '', scenario: '', exchanges: [] },
      ]),
    );
  expect([requirementOf('ISO-04').level, ...verdictsFor('ISO-04')]).toEqual(['should', 'warned', 'failed', 'failed']);
  expect([requirementOf('BET-21').level, ...verdictsFor('BET-21')]).toEqual(['observe', 'warned', 'warned', 'failed']);
});
