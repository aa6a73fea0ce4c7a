import { maskText } from './mask-text.ts';
import { tokenSpellings } from './token-spellings.ts';

/** Makes values of JSON fit to be shown: a token in one of their texts becomes asterisks. */
export const createValueMask = (tokens: readonly string[]): (<T>(value: T) => T) => {
  const secrets = tokenSpellings(tokens);
  const maskValue = (value: unknown): unknown => {
    if (typeof value === 'string') return maskText(value, secrets);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(maskValue);
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, maskValue(inner)]),
    );
  };
  return <T>(value: T): T => {
    // Nearly always there is none, and one search is quicker than one for each text.
    const text = JSON.stringify(value) ?? '';
    return secrets.some((secret) => text.includes(secret)) ? (maskValue(value) as T) : value;
  };
};
