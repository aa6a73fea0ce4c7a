import { trimText } from '../../signing/trim-text.ts';
import type { HeardOperation } from './heard-operation.ts';

/** Names of the fields whose values have spaces around them, those of nested objects included. */
export const spacedFields = (fields: HeardOperation['fields']): string[] =>
  namesIn(fields, '', deepest);

/** Deeper than any request that the platform takes. */
const deepest = 64;

const namesIn = (value: object, prefix: string, levels: number): string[] => {
  const names: string[] = [];
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string') {
      if (trimText(inner) !== inner) names.push(prefix + name);
    } else if (typeof inner === 'object' && inner !== null && levels > 0) {
      names.push(...namesIn(inner, `${prefix}${name}.`, levels - 1));
    }
  }
  return names;
};
