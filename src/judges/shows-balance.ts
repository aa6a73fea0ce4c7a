import type { Amount } from '../money/amount.ts';
import { parseAmount } from '../money/amount.ts';
import { roundToScale } from '../money/currency-scale.ts';
import type { AmountText } from '../spec/callback.ts';

/** Whether an answered balance is that amount at the currency's scale; further digits are BAL-08's. */
export const showsBalance = (text: AmountText, expected: Amount, currency: string): boolean => {
  const actual = parseAmount(text);
  return (
    actual !== undefined && roundToScale(actual, currency).eq(roundToScale(expected, currency))
  );
};
