import type { Answer, Exchange, Headers } from '../spec/exchange.ts';

/** The tokens that masks hide: the same array until there is another one. */
export type Secrets = () => readonly string[];

/** What is made of the tokens, made anew whenever there are others. */
export const renewedWith = <T>(
  secrets: Secrets,
  make: (tokens: readonly string[]) => T,
): (() => T) => {
  let tokens = secrets();
  let made = make(tokens);
  return () => {
    const now = secrets();
    if (now !== tokens) {
      tokens = now;
      made = make(now);
    }
    return made;
  };
};

type Spellings = readonly string[];

const isInText = (text: string, secrets: Spellings): boolean =>
  secrets.some((secret) => text.includes(secret));

const isInBytes = (bytes: Uint8Array, secrets: Spellings): boolean => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return secrets.some((secret) => buffer.includes(secret));
};

const isInHeaders = (headers: Headers, secrets: Spellings): boolean => {
  for (const name in headers) {
    if (isInText(headers[name] ?? '', secrets)) return true;
  }
  return false;
};

/** Our own success answers repeat nothing that could be a token. */
const isInAnswer = ({ direction, answer }: Exchange, secrets: Spellings): boolean => {
  if (answer.kind === 'failed') return isInText(answer.message, secrets);
  if (direction === 'operation' && answer.status === 200) return false;
  return isInHeaders(answer.headers, secrets) || isInBytes(answer.body, secrets);
};

const isIn = (exchange: Exchange, secrets: Spellings): boolean => {
  const { url, headers, body } = exchange.request;
  return (
    isInBytes(body, secrets) ||
    isInText(url, secrets) ||
    isInHeaders(headers, secrets) ||
    isInAnswer(exchange, secrets)
  );
};

const maskBytes = (bytes: Uint8Array, secrets: Spellings): Uint8Array => {
  // Latin-1 has a character for each byte, so that every other byte stays as it is.
  const text = Buffer.from(bytes).toString('latin1');
  const inBytes = secrets.map((secret) => Buffer.from(secret).toString('latin1'));
  return Buffer.from(maskText(text, inBytes), 'latin1');
};

const maskHeaders = (headers: Headers, secrets: Spellings): Headers =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, maskText(value, secrets)]),
  );

const maskAnswer = (answer: Answer, secrets: Spellings): Answer =>
  answer.kind === 'failed'
    ? { ...answer, message: maskText(answer.message, secrets) }
    : {
        // A shared tail stays: it is the platform's own and repeats nothing that was sent.
        ...answer,
        headers: maskHeaders(answer.headers, secrets),
        body: maskBytes(answer.body, secrets),
      };

const maskExchange = (exchange: Exchange, secrets: Spellings): Exchange => {
  const { method, url, headers, body } = exchange.request;
  return {
    ...exchange,
    subject: maskTexts(exchange.subject, secrets) as Exchange['subject'],
    request: {
      method,
      url: maskText(url, secrets),
      headers: maskHeaders(headers, secrets),
      body: maskBytes(body, secrets),
    },
    answer: maskAnswer(exchange.answer, secrets),
  };
};

/** Makes exchanges fit to be kept: a token that was sent by mistake becomes asterisks, as many bytes. */
export const createTokenMask = (tokens: readonly string[]): ((exchange: Exchange) => Exchange) => {
  const secrets = tokenSpellings(tokens);
  return (exchange) => (isIn(exchange, secrets) ? maskExchange(exchange, secrets) : exchange);
};

/** Makes values of JSON fit to be shown: a token in one of their texts becomes asterisks. */
export const createValueMask = (tokens: readonly string[]): (<T>(value: T) => T) => {
  const secrets = tokenSpellings(tokens);
  return <T>(value: T): T => {
    // Nearly always there is none, and one search is quicker than one for each text.
    const text = JSON.stringify(value) ?? '';
    return isInText(text, secrets) ? (maskTexts(value, secrets) as T) : value;
  };
};

/** Writes values as JSON, with asterisks for a token in one of their texts. */
export const createJsonMask = (tokens: readonly string[]): ((value: unknown) => string) => {
  const secrets = tokenSpellings(tokens);
  return (value) => {
    const text = JSON.stringify(value);
    return isInText(text, secrets) ? JSON.stringify(maskTexts(value, secrets)) : text;
  };
};

const maskTexts = (value: unknown, secrets: readonly string[]): unknown => {
  if (typeof value === 'string') return maskText(value, secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => maskTexts(inner, secrets));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, maskTexts(inner, secrets)]),
  );
};

/** The text with each secret as asterisks, as many characters. */
export const maskText = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((masked, secret) => masked.replaceAll(secret, '*'.repeat(secret.length)), text);

/** A shorter token is guarded by nobody, and masking it would blot out ordinary words. */
const shortestMasked = 8;

/**
 * Every text that would show a token where it does not belong: plainly, in JSON, in a URL. The
 * longest first: where one begins like another, nothing of it is left.
 */
export const tokenSpellings = (tokens: readonly string[]): readonly string[] => {
  const longEnough = tokens.filter((token) => token.length >= shortestMasked);
  const spellings = [...new Set(longEnough.flatMap(spellingsOf))];
  return spellings.sort((one, other) => other.length - one.length);
};

const spellingsOf = (token: string): string[] => {
  const inJson = JSON.stringify(token).slice(1, -1);
  return [token, inJson, inJson.replaceAll('/', '\\/'), encodeURIComponent(token)];
};
