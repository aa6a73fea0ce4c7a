import { compareKeys } from './compare-keys.ts';
import { trimText } from './trim-text.ts';

/** No body of the contract is nested deeper; what is deeper could exhaust the stack. */
const deepest = 64;

/**
 * Section 5 for a parsed value, fast: trimmed, keys sorted at every level, serialised. What the
 * dialect `minimal` makes of a text that `isLossless` (an object cannot hold keys that look like
 * integers in another order than its own). Throws RangeError for a value nested deeper than 64
 * levels.
 */
export const minimalText = (value: unknown): string => JSON.stringify(trimAndSort(value, deepest));

const trimAndSort = (value: unknown, levels: number): unknown => {
  if (typeof value === 'string') return trimText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) throw new RangeError(`Nested deeper than ${deepest} levels`);
  return Array.isArray(value)
    ? value.map((item) => trimAndSort(item, levels - 1))
    : trimAndSortMembers(value as Readonly<Record<string, unknown>>, levels - 1);
};

const trimAndSortMembers = (object: Readonly<Record<string, unknown>>, levels: number): object => {
  const sorted: Record<string, unknown> = {};
  for (const name of Object.keys(object).sort(compareKeys)) {
    const value = trimAndSort(object[name], levels);
    // Assigned, it would become the prototype instead of a member.
    if (name === '__proto__') Object.defineProperty(sorted, name, { value, enumerable: true });
    else sorted[name] = value;
  }
  return sorted;
};
