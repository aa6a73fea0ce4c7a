import type { Amount } from '../../money/amount.ts';
import { roundings } from '../../money/currency-scale.ts';

/** The whole part of an amount, with these decimals. */
export const withDecimals = (amount: Amount, decimals: Amount): Amount =>
  amount.round(0, roundings.down).plus(decimals);
