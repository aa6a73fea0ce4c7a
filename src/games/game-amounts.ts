import type { Dice } from '../base/dice.ts';
import {
  type Amount,
  amountOf,
  isFinerThanScale,
  roundings,
  roundToScale,
  scaleOf,
  smallestUnit,
  zero,
} from '../base/money.ts';
import type { AmountText } from '../spec/callback.ts';

/** A stake times a multiplier, rounded down to the scale, yet no win of nothing. */
export const timesAtScale = (stake: Amount, multiplier: Amount, currency: string): Amount => {
  if (multiplier.eq(0)) return zero;
  const exact = stake.times(multiplier);
  // A pack may be granted with a finer bet than its currency has: its wins are as fine.
  if (!isFinerThanScale(exact, currency) || isFinerThanScale(stake, currency)) return exact;
  const win = roundToScale(exact, currency, 'down');
  return win.eq(0) ? smallestUnit(currency) : win;
};

/** A fraction of 1 with every decimal of the currency, none of them zero; 0 where it has none. */
export const throwDecimals = (currency: string, dice: Dice): Amount => {
  const digits = Array.from({ length: scaleOf(currency) }, () => dice.integer(1, 9));
  return amountOf(`0.${digits.join('') || '0'}`);
};

/** The whole part of an amount, with these decimals. */
export const withDecimals = (amount: Amount, decimals: Amount): Amount =>
  amount.round(0, roundings.down).plus(decimals);

/** An amount as a player types it, in plain digits; undefined when it is something else. */
export const plainDigits = (typed: unknown): AmountText | undefined => {
  const text = typeof typed === 'string' ? typed.trim() : '';
  return /^\d{1,15}(?:\.\d{1,8})?$/.test(text) ? text : undefined;
};
