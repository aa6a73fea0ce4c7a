import type { Amount } from '../../money/amount.ts';
import { roundToScale } from '../../money/currency-scale.ts';
import type { Burst } from './find-burst.ts';

/** How often each transaction of the burst is contained in a balance, by its power of four. */
export type Digits = ReadonlyMap<number, number>;

/**
 * Reads a balance in base 4 against the one before the burst; what is left over goes to the largest
 * transaction. Undefined where no transaction, sent as often as it was, moves the balance like that.
 */
export const decodeBalance = (burst: Burst, balance: Amount): Digits | undefined => {
  const moved = roundToScale(balance, burst.currency).minus(burst.start).div(burst.unit);
  if (!moved.eq(moved.round(0)) || moved.lt(0) || moved.gt(largest)) return undefined;
  const digits = digitsOf(moved.toNumber(), Math.max(...burst.copies.keys()));
  for (const [place, digit] of digits) {
    if (digit > (burst.copies.get(place) ?? 0)) return undefined;
  }
  return digits;
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
