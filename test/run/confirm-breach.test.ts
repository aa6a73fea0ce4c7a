import { describe, expect, it } from '@jest/globals';
import { amountOf } from '../../src/base/money.ts';
import { createAccountBook } from '../../src/run/account-book.ts';
import { discountShared } from '../../src/run/doubts.ts';
import type { PlayedScenario } from '../../src/run/play-scenario.ts';
import type { FindingCode } from '../../src/spec/finding.ts';
import { aFinding, aScenario } from '../report/run-builder.ts';
import { scenario } from './steps.ts';

const account = { playerId: 'player-1', currency: 'USD' };
const bookOf = (playerId: string) => {
  const book = createAccountBook();
  book.noteDrift({ ...account, playerId }, amountOf('10'), amountOf('15'));
  return book;
};
const shared = bookOf('player-1');
const other = bookOf('player-2');

const playedUntil = (code: FindingCode, actual?: string): PlayedScenario => {
  const finding = aFinding({ code, ...(actual === undefined ? {} : { actual }) });
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
    kept: [],
    ending: { kind: 'breach', finding },
    taken: new Set(),
  };
};

describe('a breach over money', () => {
  const overMoney = playedUntil('stale-balance');

  it('is no proof where somebody else moves the money: it is inconclusive', () => {
    const [discounted] = discountShared([overMoney], shared);
    const reason = 'Something else moves the money of player-1: the run left 10.00 USD, later there were 15.00.';
    expect(discounted).toMatchObject({
      ending: { kind: 'cause', cause: { code: 'moved-elsewhere', message: reason } },
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
    expect(discountShared([overMoney], other)).toEqual([overMoney]);
    expect(discountShared([overMoney], createAccountBook())).toEqual([overMoney]);
  });
});

describe('an overdraft', () => {
  it('is no proof where somebody else may have raised the balance', () => {
    const [discounted] = discountShared([playedUntil('accepted-overdraft')], shared);
    expect(discounted?.result.verdict).toBe('inconclusive');
  });
});

describe('a bet that was refused', () => {
  const refusedWith = (code: string) =>
    discountShared([playedUntil('refused-valid', `HTTP 402 ${code}`)], shared)[0]?.result.verdict;

  it('for lack of money is no proof where somebody else may have taken it', () => {
    expect(refusedWith('insufficient_balance')).toBe('inconclusive');
  });

  it('for something else is refused, whoever moves the money', () => {
    expect(refusedWith('round_closed')).toBe('failed');
  });
});

describe('money that comes later than its answer', () => {
  const late = playedUntil('applied-later');
  const wrong = playedUntil('wrong-balance');

  it("looks like somebody else's: what else is found stands", () => {
    expect(discountShared([late, wrong], shared)).toEqual([late, wrong]);
  });

  it("is somebody else's where everything else is wrong as well", () => {
    const all = discountShared([late, wrong, wrong, wrong, wrong, wrong], shared);
    expect(new Set(all.map(({ result }) => result.verdict))).toEqual(new Set(['inconclusive']));
  });
});

describe('an old balance', () => {
  const old = playedUntil('outdated-balance');
  const seen = (times: number) => ({ ...shared, oldReads: () => times });

  it('is chance where somebody else moves the money', () => {
    expect(discountShared([old], seen(3))[0]?.result.verdict).toBe('inconclusive');
  });

  it('is a cache where it is shown again and again, and nothing else is wrong', () => {
    expect(discountShared([old], seen(40))).toEqual([old]);
  });
});

describe('another breach', () => {
  it('stands whoever moves the money', () => {
    const unsigned = playedUntil('accepted-unsigned');
    expect(discountShared([unsigned], shared)).toEqual([unsigned]);
  });
});
