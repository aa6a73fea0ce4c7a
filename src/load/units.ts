import { type Amount, amountOf, renderAmount } from '../base/money.ts';

/** A decimal in whole units of 10^-scale, exact; undefined where it has more digits, or is no plain decimal. */
export const toUnits = (decimal: string, scale: number): bigint | undefined => {
  const [, sign = '', whole = '', fraction = ''] = plain.exec(decimal) ?? [];
  const digits = fraction.replace(/0+$/, '');
  if (whole === '' || digits.length > scale) return undefined;
  return BigInt(`${sign}${whole}${digits.padEnd(scale, '0')}`);
};

/** An amount in units; undefined where it has more digits. */
export const unitsOfAmount = (amount: Amount, scale: number): bigint | undefined =>
  toUnits(renderAmount(amount), scale);

/** The units as an amount. */
export const amountOfUnits = (units: bigint, scale: number): Amount => amountOf(fromUnits(units, scale));

const plain = /^(-?)(\d+)(?:\.(\d+))?$/;

/** The units as a decimal, without zeros at its end: 1050 of scale 2 is `10.5`. */
export const fromUnits = (units: bigint, scale: number): string => {
  const text = fixedUnits(units, scale);
  return scale === 0 ? text : text.replace(/\.?0+$/, '');
};

/** The units as a decimal with all digits of the scale: `10.50`. */
export const fixedUnits = (units: bigint, scale: number): string => {
  if (scale === 0) return String(units);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const at = digits.length - scale;
  return `${units < 0n ? '-' : ''}${digits.slice(0, at)}.${digits.slice(at)}`;
};
