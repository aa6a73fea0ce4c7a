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

const isInHeaders = (headers: Headers, { isIn }: SecretMask): boolean => {
  for (const name in headers) {
    if (isIn(headers[name] ?? '') || isIn(name)) return true;
  }
  return false;
};

/** Our own success answers repeat nothing that could be a token. */
const isInAnswer = ({ direction, answer }: Exchange, mask: SecretMask): boolean => {
  if (answer.kind === 'failed') return mask.isIn(answer.message);
  if (direction === 'operation' && answer.status === 200) return false;
  return isInHeaders(answer.headers, mask) || mask.isInBytes(answer.body);
};

const isInExchange = (exchange: Exchange, mask: SecretMask): boolean => {
  const { request, subject, explanation } = exchange;
  const { method, url, headers, body } = request;
  return (
    mask.isInBytes(body) ||
    mask.isIn(url) ||
    mask.isIn(method) ||
    isInHeaders(headers, mask) ||
    // What was read of a body is free of the escapes that it was written in.
    maskTexts(subject, mask) !== subject ||
    // The doctor quotes what was signed.
    maskTexts(explanation, mask) !== explanation ||
    isInAnswer(exchange, mask)
  );
};

const maskHeaders = (headers: Headers, { hide }: SecretMask): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [hide(name), hide(value)]));

const maskAnswer = (answer: Answer, mask: SecretMask): Answer =>
  answer.kind === 'failed'
    ? { ...answer, message: mask.hide(answer.message) }
    : {
        // A shared tail stays: it is the platform's own and repeats nothing that was sent.
        ...answer,
        headers: maskHeaders(answer.headers, mask),
        body: mask.hideBytes(answer.body),
      };

const maskExchange = (exchange: Exchange, mask: SecretMask): Exchange => {
  const { method, url, headers, body } = exchange.request;
  return {
    ...exchange,
    subject: maskTexts(exchange.subject, mask) as Exchange['subject'],
    request: {
      method: mask.hide(method),
      url: mask.hide(url),
      headers: maskHeaders(headers, mask),
      body: mask.hideBytes(body),
    },
    answer: maskAnswer(exchange.answer, mask),
    explanation: maskTexts(exchange.explanation, mask) as Exchange['explanation'],
  };
};

/** Passwords and cookies are nobody's evidence, whether they are known to us or not. */
const withShownHeaders = (exchange: Exchange): Exchange => {
  const { request, answer } = exchange;
  const asked = shownHeaders(request.headers);
  const came = answer.kind === 'answered' ? shownHeaders(answer.headers) : undefined;
  const isCleanAnswer = answer.kind === 'failed' || came === answer.headers;
  if (asked === request.headers && isCleanAnswer) return exchange;
  return {
    ...exchange,
    request: { ...request, headers: asked },
    answer: answer.kind === 'answered' ? { ...answer, headers: came ?? {} } : answer,
  };
};

/**
 * Makes exchanges fit to be kept: a secret that was sent by mistake becomes asterisks, as many bytes.
 * Secrets are tokens, and what `secretsOfUrl` finds in callback URLs.
 */
export const createTokenMask = (secrets: readonly string[]): ((exchange: Exchange) => Exchange) => {
  const mask = createSecretMask(secrets);
  return (given) => {
    const exchange = withShownHeaders(given);
    return isInExchange(exchange, mask) ? maskExchange(exchange, mask) : exchange;
  };
};

/** Makes values of JSON fit to be shown: a secret in one of their texts becomes asterisks. */
export const createValueMask = (secrets: readonly string[]): (<T>(value: T) => T) => {
  const mask = createSecretMask(secrets);
  return <T>(value: T): T => maskTexts(value, mask) as T;
};

/** Writes values as JSON, with asterisks for a secret in one of their texts. */
export const createJsonMask = (secrets: readonly string[]): ((value: unknown) => string) => {
  const mask = createSecretMask(secrets);
  return (value) => JSON.stringify(maskTexts(value, mask));
};

/** The same value where none of its texts shows a secret. */
const maskTexts = (value: unknown, mask: SecretMask): unknown => {
  if (typeof value === 'string') return mask.hide(value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, maskTexts(inner, mask), inner] as const);
  if (entries.every(([, masked, inner]) => masked === inner)) return value;
  return Array.isArray(value) ? entries.map(([, masked]) => masked) : Object.fromEntries(entries);
};
