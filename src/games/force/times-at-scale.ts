import type { Amount } from '../../money/amount.ts';
import { zero } from '../../money/amount.ts';
import { isFinerThanScale, roundToScale, smallestUnit } from '../../money/currency-scale.ts';

/** A stake times a multiplier, rounded down to the scale, yet no win of nothing. */
export const timesAtScale = (stake: Amount, multiplier: Amount, currency: string): Amount => {
  if (multiplier.eq(0)) return zero;
  const exact = stake.times(multiplier);
  // A pack may be granted with a finer bet than its currency has: its wins are as fine.
  if (!isFinerThanScale(exact, currency) || isFinerThanScale(stake, currency)) return exact;
  const win = roundToScale(exact, currency, 'down');
  return win.eq(0) ? smallestUnit(currency) : win;
};
