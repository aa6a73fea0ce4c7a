import { shownHeaders } from '../base/shown.ts';
import type { Answer, Exchange, Headers } from '../spec/exchange.ts';
import { createSecretMask, type SecretMask } from './secret-mask.ts';

/** Tokens and what else masks hide: the same array until there is another one. */
export type Secrets = () => readonly string[];

/** What is made of the secrets, made anew whenever there are others. */
export const renewedWith = <T>(secrets: Secrets, make: (secrets: readonly string[]) => T): (() => T) => {
  let before = secrets();
  let made = make(before);
  return () => {
    const now = secrets();
    if (now !== before) {
      before = now;
      made = make(now);
    }
    return made;
  };
};

/**
 * Makes exchanges fit to be kept: a secret that was sent by mistake becomes asterisks, as many bytes.
 * Secrets are tokens, and what `secretsOfUrl` finds in callback URLs. Passwords and cookies are
 * nobody's evidence, whether they are known to us or not.
 */
export const createTokenMask = (secrets: readonly string[]): ((exchange: Exchange) => Exchange) => {
  const mask = createSecretMask(secrets);
  return (exchange) => {
    const { request, answer, subject, explanation, direction } = exchange;
    const { method, url, headers, body } = request;
    return withParts(exchange, {
      request: withParts(request, {
        method: mask.hide(method),
        url: mask.hide(url),
        headers: maskHeaders(shownHeaders(headers), mask),
        body: mask.hideBytes(body),
      }),
      // Our own success answers repeat nothing that could be a token.
      answer: maskAnswer(answer, direction === 'operation' && isSuccess(answer) ? noMask : mask),
      // What was read of a body is free of the escapes that it was written in.
      ...(subject === undefined ? {} : { subject: maskTexts(subject, mask) }),
      // The doctor quotes what was signed.
      ...(explanation === undefined ? {} : { explanation: maskTexts(explanation, mask) }),
    });
  };
};

const noMask = createSecretMask([]);

const isSuccess = (answer: Answer): boolean => answer.kind === 'answered' && answer.status === 200;

/** A shared tail stays: it is the platform's own and repeats nothing that was sent. */
const maskAnswer = (answer: Answer, mask: SecretMask): Answer =>
  answer.kind === 'failed'
    ? withParts(answer, { message: mask.hide(answer.message) })
    : withParts(answer, {
        headers: maskHeaders(shownHeaders(answer.headers), mask),
        body: mask.hideBytes(answer.body),
      });

const maskHeaders = (headers: Headers, { isIn, hide }: SecretMask): Headers =>
  Object.entries(headers).some(([name, value]) => isIn(value) || isIn(name))
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [hide(name), hide(value)]))
    : headers;

/** The same object where the parts are its own. */
const withParts = <T extends object>(whole: T, parts: Partial<T>): T => {
  const names = Object.keys(parts) as (keyof T)[];
  return names.every((name) => parts[name] === whole[name]) ? whole : { ...whole, ...parts };
};

/** Makes values of JSON fit to be shown: a secret in one of their texts becomes asterisks. */
export const createValueMask = (secrets: readonly string[]): (<T>(value: T) => T) => {
  const mask = createSecretMask(secrets);
  return (value) => maskTexts(value, mask);
};

/** Writes values as JSON, with asterisks for a secret in one of their texts. */
export const createJsonMask = (secrets: readonly string[]): ((value: unknown) => string) => {
  const mask = createValueMask(secrets);
  return (value) => JSON.stringify(mask(value));
};

/** The same value where none of its texts shows a secret. */
const maskTexts = <T>(value: T, mask: SecretMask): T => masked(value, mask) as T;

const masked = (value: unknown, mask: SecretMask): unknown => {
  if (typeof value === 'string') return mask.hide(value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, masked(inner, mask), inner] as const);
  if (entries.every(([, shown, inner]) => shown === inner)) return value;
  return Array.isArray(value) ? entries.map(([, shown]) => shown) : Object.fromEntries(entries);
};
