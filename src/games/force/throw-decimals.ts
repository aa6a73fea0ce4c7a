import type { Amount } from '../../money/amount.ts';
import { amountOf } from '../../money/amount.ts';
import { scaleOf } from '../../money/currency-scale.ts';
import type { Dice } from '../../world/dice.ts';

/** A fraction of 1 with every decimal of the currency, none of them zero; 0 where it has none. */
export const throwDecimals = (currency: string, dice: Dice): Amount => {
  const digits = Array.from({ length: scaleOf(currency) }, () => dice.integer(1, 9));
  return amountOf(`0.${digits.join('') || '0'}`);
};
