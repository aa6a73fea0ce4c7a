import { plainText } from './plain-text.ts';

const entryOf = ([key, value]: [string, unknown]): [string, unknown] => [key, plainValues(value)];

/** The same value with every string in it made harmless for a terminal. */
export const plainValues = <T>(value: T): T => {
  if (typeof value === 'string') return plainText(value) as T;
  if (Array.isArray(value)) return value.map(plainValues) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(entryOf)) as T;
};
