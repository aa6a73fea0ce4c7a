import { renewedWith, type Secrets } from '../signing/mask-tokens.ts';
import { createSecretMask, type SecretMask } from '../signing/secret-mask.ts';

/** Renders a value as JSON in which no secret stands. */
export type JsonText = (value: unknown) => string;

/**
 * The last line of defence: whatever a body, an id, a header or a file said, a secret
 * becomes asterisks. Escapes that hid it from the journal's own mask come undone in ids and
 * in the text that is signed.
 */
export const createJsonText = (secrets: Secrets): JsonText => {
  const textFor = renewedWith(secrets, jsonTextWithout);
  return (value) => textFor()(value);
};

const jsonTextWithout = (secrets: readonly string[]): JsonText => {
  const mask = createSecretMask(secrets);
  const hidden = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? mask.hide(value) : withHiddenNames(value, mask);
  return (value) => JSON.stringify(value, hidden) ?? 'null';
};

/** Names of headers are texts of others too. */
const withHiddenNames = (value: unknown, { hide }: SecretMask): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]): [string, unknown] => [hide(name), inner]));
};
