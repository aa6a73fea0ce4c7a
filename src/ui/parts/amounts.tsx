import type { AmountText } from '../../spec/callback.ts';

/** Whether a decimal as text is below, at or above zero; nothing is calculated. */
export const decimalSign = (text: string): 'negative' | 'zero' | 'positive' => {
  if (!/[1-9]/.test(text)) return 'zero';
  return text.startsWith('-') ? 'negative' : 'positive';
};

/** A decimal as text without its sign. */
export const magnitude = (text: string): string => text.replace(/^-/, '');

/** Whether two decimals as text are the same amount: `1.50` is `1.5`, `-0` is `0`. */
export const isSameAmount = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (text: string): string => {
  if (decimalSign(text) === 'zero') return '0';
  const [whole = '', fraction = ''] = magnitude(text).split('.');
  const digits = `${whole.replace(/^0+/, '')}.${fraction.replace(/0+$/, '')}`;
  return text.startsWith('-') ? `-${digits}` : digits;
};

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
  return difference < 0n ? `−${fromUnits(-difference, scale)}` : `+${fromUnits(difference, scale)}`;
};

const scaleOf = (text: AmountText): number => decimal.exec(text)?.[3]?.length ?? 0;

const scaled = (text: AmountText, scale: number): bigint | undefined => {
  const match = decimal.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const value = BigInt(`${whole}${fraction.padEnd(scale, '0')}`);
  return sign === '-' ? -value : value;
};

/** What stands between the digits of a number. */
interface NumberMarks {
  readonly group: string;
  readonly point: string;
}

/**
 * An amount as people read it: `-1234.5` is `-1,234.50`, with the marks of English unless others are
 * given. What is no decimal is shown as it is.
 */
export const showAmount = (
  amount: AmountText,
  scale: number,
  { group, point }: NumberMarks = { group: ',', point: '.' },
): string => {
  const [, sign = '', whole, decimals = ''] = decimal.exec(amount) ?? [];
  if (whole === undefined) return amount;
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  const padded = decimals.padEnd(scale, '0');
  return padded === '' ? `${sign}${grouped}` : `${sign}${grouped}${point}${padded}`;
};

/** Whether an amount is 0 or less. */
export const isEmpty = (amount: AmountText): boolean => decimalSign(amount) !== 'positive';

const plainDecimal = /^(\d{1,30})(?:\.(\d{1,30}))?$/;

/** A decimal of 0 or more in the smallest units at `scale`; undefined when it is none or is finer. */
export const toUnits = (text: string, scale: number): bigint | undefined => {
  const [, whole, decimals = ''] = plainDecimal.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const significant = decimals.replace(/0+$/, '');
  if (significant.length > scale) return undefined;
  return BigInt(whole + significant.padEnd(scale, '0'));
};

/** Smallest units as a decimal at `scale`: 1050 at 2 is `10.50`. */
export const fromUnits = (units: bigint, scale: number): string => {
  const digits = units.toString().padStart(scale + 1, '0');
  if (scale === 0) return digits;
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};
