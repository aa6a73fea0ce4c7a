import { trimText } from './trim-text.ts';

/**
 * Section 5: a parsed value with every string in it trimmed at both ends, in nested objects and
 * arrays too; keys stay. Recurses as deep as the value is nested.
 */
export const trimStrings = <T>(value: T): T => trim(value) as T;

const trim = (value: unknown): unknown => {
  if (typeof value === 'string') return trimText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(trim);
  // fromEntries keeps a member called __proto__ a member.
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, trim(item)]));
};
