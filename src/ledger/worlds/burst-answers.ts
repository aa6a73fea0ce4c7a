import { type Amount, amountOf } from '../../money/amount.ts';
import { roundToScale } from '../../money/currency-scale.ts';
import type { HeardCall } from '../heard-call.ts';
import { type Burst, biasOf, isCreditsOnly } from './burst.ts';

/** One answer of a burst: what its balance contains, and when the call was under way. */
export interface BurstAnswer {
  readonly heard: HeardCall;
  readonly balance: Amount;
  /** Undefined where the balance cannot be made of the burst's transactions. */
  readonly digits: Digits | undefined;
  /** The transactions contained at least once: bit n is the one of power n. */
  readonly contains: number;
  /** The call's own transaction as such a bit; 0 for a getBalance. */
  readonly own: number;
  /** Unix milliseconds with fractions. */
  readonly startMs: number;
  readonly endMs: number;
}

/** What every answer of the burst shows, in the order of the calls; all were answered with a balance. */
export const answersOf = (burst: Burst): BurstAnswer[] => {
  const isOrdered = isOneRelease(burst.heard);
  return burst.heard.flatMap((heard) => {
    if (heard.said.kind !== 'balance') return [];
    const balance = amountOf(heard.said.text);
    const digits = decodeBalance(burst, balance);
    return {
      heard,
      balance,
      digits,
      contains: bitsOf(digits),
      own: ownBit(burst, heard),
      startMs: isOrdered ? heard.begun : Number.NEGATIVE_INFINITY,
      endMs: isOrdered ? heard.ended : Number.POSITIVE_INFINITY,
    };
  });
};

/** No two calls that are released together leave so far apart: the machine's time was set. */
const largestGapMs = 25;

/** Whether the times tell an order. A clock that was set in between would invent one. */
export const isOneRelease = (heard: readonly HeardCall[]): boolean => {
  const starts = heard.map(({ begun }) => begun).toSorted((a, b) => a - b);
  return starts.every((start, n) => start - (starts[n - 1] ?? start) < largestGapMs);
};

const bitsOf = (digits: Digits | undefined): number => {
  let bits = 0;
  for (const [place, digit] of digits ?? []) if (digit > 0) bits |= 1 << place;
  return bits;
};

const ownBit = ({ places }: Burst, { callback }: HeardCall): number => {
  if (callback.type === 'getBalance') return 0;
  const place = places.get(callback.transactionId);
  return place === undefined ? 0 : 1 << place;
};

/** How often each transaction of the burst is contained in a balance, by its power of four. */
export type Digits = ReadonlyMap<number, number>;

/**
 * Reads a balance in base 4 against the one before the burst; what is left over goes to the largest
 * transaction. Undefined where no transaction, sent as often as it was, moves the balance like that.
 */
export const decodeBalance = (burst: Burst, balance: Amount): Digits | undefined => {
  const moved = movedOf(burst, balance);
  if (!moved.eq(moved.round(0)) || moved.lt(0) || moved.gt(largest)) return undefined;
  const digits = digitsOf(moved.toNumber(), Math.max(...burst.copies.keys()));
  const bias = biasOf(burst);
  const told = [...digits].map(([place, digit]): [number, number] =>
    bias > 0 && burst.credits.has(place) ? [place, bias - digit] : [place, digit],
  );
  const isPossible = told.every(([place, digit]) => digit >= 0 && digit <= (burst.copies.get(place) ?? 0));
  return isPossible ? new Map(told) : undefined;
};

/** How many units the balance has moved, in the direction of the debits where there are any. */
const movedOf = (burst: Burst, balance: Amount): Amount => {
  const { start, unit, currency, credits } = burst;
  // An account may have had more digits than its currency before.
  const change = roundToScale(start.minus(balance), currency).div(unit);
  return [...credits].reduce(
    (sum, place) => sum.plus(biasOf(burst) * 4 ** place),
    isCreditsOnly(burst) ? change.times(-1) : change,
  );
};

/** More than any burst moves, however often each transaction is applied; whole numbers are exact. */
const largest = 2 ** 52;

const digitsOf = (moved: number, last: number): Digits => {
  const digits = new Map<number, number>();
  let rest = moved;
  for (let place = 0; place < last; place += 1) {
    digits.set(place, rest % 4);
    rest = Math.floor(rest / 4);
  }
  return digits.set(last, rest);
};
