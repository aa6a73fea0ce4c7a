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
  if (typeof value === 'string') return JSON.stringify(trimText(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (levels === 0) throw new RangeError(`Nested deeper than ${deepest} levels`);
  return Array.isArray(value)
    ? arrayText(value, levels - 1)
    : objectText(value as Readonly<Record<string, unknown>>, levels - 1);
};

const arrayText = (items: readonly unknown[], levels: number): string =>
  `[${items.map((item) => minimalText(item, levels)).join(',')}]`;

const objectText = (object: Readonly<Record<string, unknown>>, levels: number): string => {
  let text = '{';
  for (const name of Object.keys(object).sort(compareKeys)) {
    if (text.length > 1) text += ',';
    text += `${JSON.stringify(name)}:${minimalText(object[name], levels)}`;
  }
  return `${text}}`;
};
