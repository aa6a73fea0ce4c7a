import type { Ledger } from '../ledger/ledger.ts';
import type { Amount } from '../money/amount.ts';
import { amountOf, renderAmount, zero } from '../money/amount.ts';
import type { MakeBet, Rollback } from '../spec/callback.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { Heard } from './hear.ts';

export interface Difference {
  /** The wallet before the calls. */
  readonly ledger: Ledger;
  readonly heard: readonly Heard[];
  readonly expected: Amount;
  readonly actual: Amount;
}

export interface Explanation {
  readonly code: FindingCode;
  readonly likelyCause: string;
}

/** The likeliest reason for a wrong balance after simultaneous calls. */
export const explainDifference = (difference: Difference): Explanation => {
  const repeated = repeats(difference);
  return {
    code: codeOf(difference, repeated),
    likelyCause:
      repeated === undefined
        ? causeOf(difference)
        : `${repeated.id} was applied ${repeated.times} times.`,
  };
};

const codeOf = (difference: Difference, repeated: Repeated | undefined): FindingCode => {
  if (difference.actual.lt(0)) return 'overspent';
  if (repeated !== undefined) {
    return difference.heard.some(({ callback }) => callback.type === 'rollback')
      ? 'rollback-applied-again'
      : 'double-application';
  }
  return difference.actual.gt(difference.expected) ? 'lost-update' : 'no-serial-order';
};

const causeOf = ({ actual, expected }: Difference): string =>
  actual.gt(expected)
    ? 'One call overwrote what another had written: the balance was read, computed and written back.'
    : 'The calls were not handled one after another.';

interface Repeated {
  readonly id: string;
  readonly times: string;
}

/** The transaction sent more than once whose effect divides the difference, and how often it was applied. */
const repeats = (difference: Difference): Repeated | undefined => {
  for (const { callback } of difference.heard) {
    const times = callback.type === 'getBalance' ? undefined : timesApplied(callback, difference);
    if (callback.type !== 'getBalance' && times !== undefined) {
      return { id: callback.transactionId, times: renderAmount(times) };
    }
  }
  return undefined;
};

const timesApplied = (callback: MakeBet | Rollback, difference: Difference): Amount | undefined => {
  const { heard, expected, actual, ledger } = difference;
  const copies = heard.filter(
    (each) =>
      each.callback.type === callback.type &&
      each.call.exchange.subject.transactionId === callback.transactionId,
  );
  const effect = effectOf(callback, ledger);
  if (copies.length < 2 || effect.eq(0)) return undefined;
  const further = actual.minus(expected).div(effect);
  const isWhole = further.eq(further.round(0));
  return isWhole && further.gt(0) && further.lt(copies.length) ? further.plus(1) : undefined;
};

/** What one application moves. */
const effectOf = (callback: MakeBet | Rollback, ledger: Ledger): Amount => {
  if (callback.type === 'makeBet') return amountOf(callback.win).minus(amountOf(callback.bet));
  const known = ledger.transactions.get(callback.transactionId);
  return known === undefined ? zero : known.bet.minus(known.win);
};
