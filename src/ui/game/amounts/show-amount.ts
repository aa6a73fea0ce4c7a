import type { AmountText } from '../../../spec/callback.ts';

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/;

/** An amount as people read it: `-1234.5` is `-1,234.50`. What is no decimal is shown as it is. */
export const showAmount = (amount: AmountText, scale: number): string => {
  const [, sign = '', whole, decimals = ''] = decimal.exec(amount) ?? [];
  if (whole === undefined) return amount;
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  const padded = decimals.padEnd(scale, '0');
  return padded === '' ? `${sign}${grouped}` : `${sign}${grouped}.${padded}`;
};
