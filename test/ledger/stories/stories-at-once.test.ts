import { describe, expect, it } from '@jest/globals';
import { amountOf } from '../../../src/base/money.ts';
import type { HeardCall } from '../../../src/ledger/heard-call.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { explainAtOnce, overwritten } from '../../../src/ledger/stories/stories-at-once.ts';
import { anna, makeBet, rollback, walletAfter, walletWith } from '../wallet.ts';
import { accepted, refused } from '../worlds/heard.ts';

const wallet = walletWith([anna, '100']);

/** `code: cause`, where the balance is `actual` and not `expected`. */
const told = (
  calls: readonly HeardCall[],
  [actual, expected]: readonly [string, string],
  { transactions }: Ledger = wallet,
): string => {
  const known = (id: string) => transactions.get(id);
  const amounts = { actual: amountOf(actual), expected: amountOf(expected) };
  const { code, cause } = explainAtOnce({ calls, known, ...amounts });
  return `${code}: ${cause}`;
};

const [ten, seven] = [makeBet('ten', ['10', '0']), makeBet('seven', ['7', '0'])];

describe('a wrong balance after calls at once', () => {
  it('names the one bet that is missing', () => {
    expect(told([accepted(ten), accepted(seven)], ['90', '83'])).toBe(
      'lost-update: The balance lacks seven: one call overwrote what another had written',
    );
  });

  it('names none where several may be the one', () => {
    const other = makeBet('other', ['10', '0']);
    expect(told([accepted(ten), accepted(other)], ['90', '80'])).toBe(
      'lost-update: One call overwrote what another had written: the balance was read, computed and written back',
    );
  });

  it('says how often a bet was applied, or rolled back', () => {
    expect(told([accepted(ten), accepted(ten), accepted(ten)], ['70', '90'])).toBe(
      'double-application: ten was applied 3 times',
    );
    const back = [accepted(rollback('ten')), accepted(rollback('ten'))];
    expect(told(back, ['110', '100'], walletAfter(wallet, ten))).toBe(
      'rollback-applied-again: ten was rolled back 2 times',
    );
  });

  it('does not say that a bet was applied more often than it was sent', () => {
    expect(told([accepted(ten), accepted(ten)], ['70', '90'])).toBe(
      'no-serial-order: The calls were not handled one after another',
    );
  });

  it('is overspent below zero, with the same cause', () => {
    expect(told([accepted(ten), accepted(ten)], ['-5', '5'])).toBe('overspent: ten was applied 2 times');
  });
});

it('takes no refused bet, and no bet alone, for overwritten', () => {
  const about = { known: () => undefined, change: amountOf('7') };
  expect(overwritten({ ...about, calls: [accepted(ten), refused(seven)] })).toBeUndefined();
  expect(overwritten({ ...about, calls: [accepted(seven)] })).toBeUndefined();
});
