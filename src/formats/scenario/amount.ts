import { WrittenNumber } from '../document/print-document.ts';
import type { Path } from '../document/problem.ts';

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

const amountKeys = ['bet', 'win', 'fund', 'accumulated_win', 'wins', 'bets'];

const valueKeys = ['fields', 'tamper', 'twice'];

/**
 * A number as the schema of a scenario gets it: JavaScript would cost it digits. Amounts are text; in the
 * values of fields a number keeps its JSON text where it has one of its own. What varies is read where it is filled in.
 */
export const exactNumber = (written: string, value: number, path: Path): unknown => {
  if (path.includes('vary')) return new WrittenNumber(written);
  if (path.some((key) => valueKeys.includes(String(key)))) {
    return isJsonNumber.test(written) && JSON.stringify(value) !== written ? new WrittenNumber(written) : value;
  }
  const key = path.findLast((each) => typeof each === 'string');
  return amountKeys.includes(String(key)) ? (decimalText(written) ?? written) : value;
};

/** `-0`, `10.50` and `1e309` are JSON as they stand; `.5` and `0x1F` only by their value. */
const isJsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
