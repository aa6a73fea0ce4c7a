import type { AmountText } from '../../../spec/callback.ts';

const decimal = /^(-?)(\d{1,200})(?:\.(\d{1,200}))?$/;

/**
 * `actual` − `expected` with its sign, at the greater of both scales (`+10.00`); undefined where they
 * are equal or one is no plain decimal.
 */
export const decimalDifference = (actual: AmountText, expected: AmountText): string | undefined => {
  const scale = Math.max(scaleOf(actual), scaleOf(expected));
  const [one, other] = [scaled(actual, scale), scaled(expected, scale)];
  if (one === undefined || other === undefined || one === other) return undefined;
  const difference = one - other;
  return difference < 0n ? `−${written(-difference, scale)}` : `+${written(difference, scale)}`;
};

const scaleOf = (text: AmountText): number => decimal.exec(text)?.[3]?.length ?? 0;

const scaled = (text: AmountText, scale: number): bigint | undefined => {
  const match = decimal.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const value = BigInt(`${whole}${fraction.padEnd(scale, '0')}`);
  return sign === '-' ? -value : value;
};

const written = (value: bigint, scale: number): string => {
  const digits = String(value).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`;
};
