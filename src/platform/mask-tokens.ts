import type { Answer, Exchange, Headers } from '../contract/exchange.ts';

/** A shorter token is guarded by nobody, and masking it would blot out ordinary words. */
const shortestMasked = 8;

/** How a token may be written where it does not belong: plainly, in JSON, in a URL. */
const spellingsOf = (token: string): string[] => {
  const inJson = JSON.stringify(token).slice(1, -1);
  return [token, inJson, inJson.replaceAll('/', '\\/'), encodeURIComponent(token)];
};

const maskText = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((masked, secret) => masked.replaceAll(secret, '*'.repeat(secret.length)), text);

const maskBytes = (bytes: Uint8Array, secrets: readonly string[]): Uint8Array => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!secrets.some((secret) => buffer.includes(secret))) return bytes;
  return Buffer.from(
    maskText(
      buffer.toString('latin1'),
      secrets.map((secret) => Buffer.from(secret).toString('latin1')),
    ),
    'latin1',
  );
};

const maskHeaders = (headers: Headers, secrets: readonly string[]): Headers => {
  const isHit = Object.values(headers).some((value) =>
    secrets.some((secret) => value.includes(secret)),
  );
  if (!isHit) return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, maskText(value, secrets)]),
  );
};

const maskAnswer = (answer: Answer, secrets: readonly string[]): Answer =>
  answer.kind === 'answered' && answer.status !== 200
    ? { ...answer, body: maskBytes(answer.body, secrets) }
    : answer;

/** Makes exchanges fit to be kept: an agent's token sent by mistake becomes asterisks, as many bytes. */
export const createTokenMask = (tokens: readonly string[]): ((exchange: Exchange) => Exchange) => {
  const secrets = [
    ...new Set(tokens.filter((token) => token.length >= shortestMasked).flatMap(spellingsOf)),
  ];
  return (exchange) => ({
    ...exchange,
    request: {
      method: exchange.request.method,
      url: maskText(exchange.request.url, secrets),
      headers: maskHeaders(exchange.request.headers, secrets),
      body: maskBytes(exchange.request.body, secrets),
    },
    answer: maskAnswer(exchange.answer, secrets),
  });
};
