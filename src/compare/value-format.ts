import type { JsonNode } from '../base/json.ts';

/** How the text of a value looks, in words. */
export const formatOf = (node: JsonNode): string | undefined => {
  if (node.kind === 'string') return textFormat(node.value);
  return node.kind === 'number' ? numberFormat(node.text) : undefined;
};

const forms: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'empty text'],
  [/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i, 'UUID'],
  [/^\d{4}-\d\d-\d\dT[\d:]{5,8}Z$/, 'date-time to the second, Z'],
  [/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/, 'date-time with milliseconds, Z'],
  [/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d+Z$/, 'date-time with a finer fraction, Z'],
  [/^\d{4}-\d\d-\d\dT[\d:]{5,8}[+-]\d\d:?\d\d$/, 'date-time to the second, with offset'],
  [/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d+[+-]\d\d:?\d\d$/, 'date-time with a fraction, with offset'],
  [/^\d{4}-\d\d-\d\d[ T][\d:.]+$/, 'date and time without a zone'],
  [/^\d{4}-\d\d-\d\d$/, 'date'],
  [/^https?:\/\/\S+$/i, 'URL'],
  [/^-?\d+\.\d+$/, 'decimal in text'],
  [/^\d+$/, 'digits in text'],
  [/^(?=.*[a-f])(?=.*\d)[\da-f]{16,}$/i, 'hexadecimal digits'],
];

const textFormat = (text: string): string => forms.find(([pattern]) => pattern.test(text))?.[1] ?? 'text';

/** What a number may look like without being another number: everything but these is alike. */
const numberFormat = (text: string): string => {
  if (/[eE]/.test(text)) return 'number with an exponent';
  return /\.\d*0$/.test(text) ? 'number with zeros at its end' : 'plain number';
};
