import { describe, expect, it } from '@jest/globals';
import type { Drift } from '../../src/runner/account-book.ts';
import type { PlayedScenario } from '../../src/runner/play-scenario.ts';
import { discountDrift } from '../../src/runner/run-scenarios.ts';
import type { FindingCode } from '../../src/spec/finding.ts';
import { aFinding, aScenario } from '../report/run-builder.ts';
import { scenario } from './steps.ts';

const account = { playerId: 'player-1', currency: 'USD' };
const drift: Drift = { account, sentence: 'somebody else moves the money' };
const other: Drift = { ...drift, account: { ...account, playerId: 'player-2' } };

const playedUntil = (code: FindingCode): PlayedScenario => {
  const finding = aFinding({ code });
  const note = aFinding({ code: 'error-status', weight: 'risk' });
  return {
    scenario: scenario(),
    result: aScenario({ verdict: 'failed' }),
    judgements: [
      { requirement: 'IDEM-01', verdict: 'failed', findings: [finding, note] },
      { requirement: 'IDEM-02', verdict: 'blocked', findings: [] },
    ],
    exchanges: [],
    accounts: [account],
    ending: { kind: 'breach', finding },
  };
};

describe('a breach over money', () => {
  const overMoney = playedUntil('stale-balance');

  it('is no proof where somebody else moves the money: it is inconclusive', () => {
    const [discounted] = discountDrift([overMoney], [other, drift]);
    const reason = drift.sentence;
    expect(discounted).toMatchObject({
      ending: { kind: 'inconclusive', reason },
      result: { verdict: 'inconclusive', reason },
      judgements: [
        {
          requirement: 'IDEM-01',
          verdict: 'inconclusive',
          findings: [{ code: 'error-status' }],
          reason,
        },
        { requirement: 'IDEM-02', verdict: 'inconclusive', findings: [], reason },
      ],
    });
  });

  it('stands where the drift is in another account', () => {
    expect(discountDrift([overMoney], [other])).toEqual([overMoney]);
    expect(discountDrift([overMoney], [])).toEqual([overMoney]);
  });
});

describe('another breach', () => {
  it('stands whoever moves the money', () => {
    const unsigned = playedUntil('accepted-unsigned');
    expect(discountDrift([unsigned], [drift])).toEqual([unsigned]);
  });
});
