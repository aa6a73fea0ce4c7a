import { compareKeys } from './compare-keys.ts';
import { trimText } from './trim-text.ts';

/** No body of the contract is nested deeper; what is deeper could exhaust the stack. */
const deepest = 64;

/**
 * Sections 3 to 5 for a parsed value in one pass: trimmed, keys sorted at every level, serialised
 * in the dialect `minimal`. For a text that `isLossless`, the canonical form of its tree. Throws
 * RangeError for a value nested deeper than 64 levels.
 */
export const minimalText = (value: unknown, levels = deepest): string => {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(trimText(value));
    case 'number':
      // JSON.stringify does the same, and more slowly.
      return Number.isFinite(value) ? String(value) : 'null';
    case 'object':
      return value === null ? 'null' : nestedText(value, levels - 1);
    default:
      return String(value);
  }
};

const nestedText = (value: object, levels: number): string => {
  if (levels < 0) throw new RangeError(`Nested deeper than ${deepest} levels`);
  return Array.isArray(value)
    ? `[${value.map((item) => minimalText(item, levels)).join(',')}]`
    : objectText(value as Readonly<Record<string, unknown>>, levels);
};

const objectText = (object: Readonly<Record<string, unknown>>, levels: number): string => {
  let text = '';
  for (const name of Object.keys(object).sort(compareKeys)) {
    text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${minimalText(object[name], levels)}`;
  }
  return text === '' ? '{}' : `${text}}`;
};
