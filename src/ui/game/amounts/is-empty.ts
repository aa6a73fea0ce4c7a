import type { AmountText } from '../../../spec/callback.ts';

/** Whether an amount is 0 or less. */
export const isEmpty = (amount: AmountText): boolean => /^(?:-.*|0+(?:\.0*)?)$/.test(amount);
