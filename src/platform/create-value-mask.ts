import { maskText } from './mask-text.ts';
import { tokenSpellings } from './token-spellings.ts';

/** Makes values of JSON fit to be shown: a token in one of their texts becomes asterisks. */
export const createValueMask = (tokens: readonly string[]): (<T>(value: T) => T) => {
  const secrets = tokenSpellings(tokens);
  return <T>(value: T): T => {
    const text = JSON.stringify(value);
    return secrets.some((secret) => text.includes(secret))
      ? (JSON.parse(maskText(text, secrets)) as T)
      : value;
  };
};
