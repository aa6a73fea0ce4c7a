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
