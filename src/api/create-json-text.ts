import type { Secrets } from '../signing/mask-tokens.ts';
import { maskText, renewedWith, tokenSpellings } from '../signing/mask-tokens.ts';

/** Renders a value as JSON in which no secret stands. */
export type JsonText = (value: unknown) => string;

/**
 * The last line of defence: whatever a body, an id, a header or a file said, the agent's token
 * becomes asterisks. Escapes of JSON that hid it from the journal's own mask come undone in ids and
 * in the text that is signed.
 */
export const createJsonText = (secrets: Secrets): JsonText => {
  const textFor = renewedWith(secrets, jsonTextWithout);
  return (value) => textFor()(value);
};

const jsonTextWithout = (tokens: readonly string[]): JsonText => {
  const secrets = tokenSpellings(tokens);
  const inAnswers = [...new Set(secrets.map(inJson))];
  const mask = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? maskText(value, secrets) : withMaskedNames(value, secrets);
  return (value) => {
    const text = JSON.stringify(value) ?? 'null';
    const isSafe = !inAnswers.some((secret) => text.includes(secret));
    return isSafe ? text : JSON.stringify(value, mask);
  };
};

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Names of headers are texts of others too. */
const withMaskedNames = (value: unknown, secrets: readonly string[]): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]): [string, unknown] => [
      maskText(name, secrets),
      inner,
    ]),
  );
};
