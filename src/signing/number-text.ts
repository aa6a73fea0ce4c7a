/**
 * How a serialiser writes a number: as its text was sent, or printed anew from a double as
 * JavaScript and Go do it, or as PHP does it (exact below 2^63, exponents such as `1.0e-5`).
 */
export type NumberStyle = 'as-sent' | 'js' | 'php';

/** A number's text in a style: `10.50` is `10.5` when it is printed anew. */
export const numberText = (text: string, style: NumberStyle): string => {
  if (style === 'as-sent') return text;
  return style === 'js' ? jsText(text) : phpText(text);
};

/** As JSON.stringify: no negative zero, and null for what is beyond the largest double. */
const jsText = (text: string): string => JSON.stringify(Number(text));

const phpText = (text: string): string => {
  if (/^-?\d{1,19}$/.test(text) && isPhpInteger(BigInt(text))) return String(BigInt(text));
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  const [mantissa = '', power = ''] = value.toExponential().split('e');
  const isPlain = Number(power) >= -4 && Number(power) <= 16;
  if (isPlain) return plainText(value);
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}e${power}`;
};

const isPhpInteger = (value: bigint): boolean => BigInt.asIntN(64, value) === value;

const plainText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));
