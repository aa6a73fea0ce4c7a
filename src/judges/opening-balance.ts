import type { Amount } from '../money/amount.ts';
import { parseAmount } from '../money/amount.ts';
import { roundToScale, smallestUnit } from '../money/currency-scale.ts';
import type { AmountText } from '../spec/callback.ts';

/** Less than this part of the smallest unit is what floating point leaves, and no money. */
const noise = '0.001';

/**
 * The amount that a balance of unknown origin means: 0.30000000000000004 USD is 0.3 (the digits
 * are BAL-08's), 0.1264 USD is what it says. Undefined where the text is no amount.
 */
export const openingBalance = (text: AmountText, currency: string): Amount | undefined => {
  const exact = parseAmount(text);
  if (exact === undefined) return undefined;
  const rounded = roundToScale(exact, currency);
  return rounded.minus(exact).abs().lt(smallestUnit(currency).times(noise)) ? rounded : exact;
};
