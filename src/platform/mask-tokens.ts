import type { Answer, Exchange, Headers, HttpRequest } from '../contract/exchange.ts';

/** A shorter token is guarded by nobody, and masking it would blot out ordinary words. */
const shortestMasked = 8;

/** How a token may be written where it does not belong: plainly, in JSON, in a URL. */
const spellingsOf = (token: string): string[] => {
  const inJson = JSON.stringify(token).slice(1, -1);
  return [token, inJson, inJson.replaceAll('/', '\\/'), encodeURIComponent(token)];
};

const isIn = (bytes: Uint8Array, secrets: readonly string[]): boolean => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return secrets.some((secret) => buffer.includes(secret));
};

const maskText = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((masked, secret) => masked.replaceAll(secret, '*'.repeat(secret.length)), text);

const maskBytes = (bytes: Uint8Array, secrets: readonly string[]): Uint8Array => {
  // Latin-1 has a character for each byte, so that every other byte stays as it is.
  const toLatin1 = (raw: Uint8Array | string): string =>
    Buffer.from(raw as string).toString('latin1');
  return Buffer.from(maskText(toLatin1(bytes), secrets.map(toLatin1)), 'latin1');
};

const maskHeaders = (headers: Headers, secrets: readonly string[]): Headers =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, maskText(value, secrets)]),
  );

const maskRequest = (request: HttpRequest, secrets: readonly string[]): HttpRequest => ({
  method: request.method,
  url: maskText(request.url, secrets),
  headers: maskHeaders(request.headers, secrets),
  body: maskBytes(request.body, secrets),
});

/** Only an error answer repeats what was sent. */
const maskAnswer = (answer: Answer, secrets: readonly string[]): Answer =>
  answer.kind === 'answered' && answer.status !== 200
    ? { ...answer, body: maskBytes(answer.body, secrets) }
    : answer;

const isAnyIn = ({ url, headers, body }: HttpRequest, secrets: readonly string[]): boolean => {
  if (isIn(body, secrets) || secrets.some((secret) => url.includes(secret))) return true;
  for (const name in headers) {
    if (secrets.some((secret) => headers[name]?.includes(secret))) return true;
  }
  return false;
};

/** Makes exchanges fit to be kept: an agent's token sent by mistake becomes asterisks, as many bytes. */
export const createTokenMask = (tokens: readonly string[]): ((exchange: Exchange) => Exchange) => {
  const longEnough = tokens.filter((token) => token.length >= shortestMasked);
  const secrets = [...new Set(longEnough.flatMap(spellingsOf))];
  return (exchange) =>
    isAnyIn(exchange.request, secrets)
      ? {
          ...exchange,
          request: maskRequest(exchange.request, secrets),
          answer: maskAnswer(exchange.answer, secrets),
        }
      : exchange;
};
