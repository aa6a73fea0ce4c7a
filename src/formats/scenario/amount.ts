import type { Cursor } from '../document/cursor.ts';
import type { AmountExpression } from './scenario.ts';

/** An amount as written, checked by its schema, with every digit that was written. */
export const toAmount = (raw: number | string, cursor: Cursor): AmountExpression => {
  const written = cursor.text() ?? String(raw);
  const relative = /^balance(?:\s*([+-])\s*(\S+))?$/.exec(written);
  if (relative === null) return { kind: 'exact', text: toDecimal(raw, cursor) };
  const [, sign, offset = '0'] = relative;
  return { kind: 'balance', sign: sign === '-' ? -1 : 1, text: decimalText(offset) ?? '0' };
};

/** A decimal in plain digits. */
export const toDecimal = (raw: number | string, cursor: Cursor): string => {
  const written = cursor.text() ?? String(raw);
  const text = decimalText(written);
  if (text !== undefined) return text;
  cursor.complain(`\`${written}\` is no amount`, 'write a decimal of at most 100 digits');
  return '0';
};

/** More digits than any currency has, and than a mistaken exponent should cost. */
const mostDigits = 100;

/**
 * A decimal in plain digits, exact, from the ways YAML writes one: `10.50` is 10.5, `1e3` is 1000.
 * Undefined for anything else: a sign, hexadecimal, infinity, more than 100 digits.
 */
export const decimalText = (written: string): string | undefined => {
  const match = /^\+?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(written);
  const [, whole = '', fraction = '', exponent = '0'] = match ?? [];
  const digits = whole + fraction;
  if (digits === '') return undefined;
  const point = whole.length + Number(exponent);
  if (Math.abs(point) + digits.length > mostDigits) return undefined;
  const start = digits.slice(0, Math.max(0, point)).padEnd(point, '0');
  const end = `${'0'.repeat(Math.max(0, -point))}${digits.slice(Math.max(0, point))}`;
  const integer = start.replace(/^0+(?=\d)/, '') || '0';
  const decimals = end.replace(/0+$/, '');
  return decimals === '' ? integer : `${integer}.${decimals}`;
};
