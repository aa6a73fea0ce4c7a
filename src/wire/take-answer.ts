import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { Answer, Headers } from '../spec/exchange.ts';
import { detailsOf, type Failed, failed, nameBrokenAnswer } from './name-failure.ts';

/** Larger answers are not taken, neither as they come nor once decoded. */
export const maxAnswerBytes = 1024 * 1024;

/**
 * Takes an answer whole: its status, its headers and its exact bytes, content coding undone. Tells
 * once, by events: going through the chunks with `for await` costs three times as much.
 */
export const takeAnswer = (message: IncomingMessage, tell: (answer: Answer) => void): void => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const broken = (error: unknown): void => tell(nameBrokenAnswer(error, size));
  message.on('data', (chunk: Uint8Array) => {
    size += chunk.length;
    if (size <= maxAnswerBytes) {
      chunks.push(chunk);
      return;
    }
    tell(tooLarge());
    message.destroy();
  });
  message.once('end', () => {
    const { statusCode: status = 0, httpVersion, rawHeaders } = message;
    const headers = joinHeaders(rawHeaders);
    tell(answerOf({ status, httpVersion, headers, coded: Buffer.concat(chunks) }));
  });
  message.on('error', broken);
  message.once('close', () => {
    if (!message.readableEnded) broken(undefined);
  });
};

/** An answer as it came, whole. */
interface CodedAnswer {
  readonly status: number;
  readonly httpVersion: string;
  readonly headers: Headers;
  readonly coded: Uint8Array;
}

/** The answer with its content coding undone. */
export const answerOf = ({ status, httpVersion, headers, coded }: CodedAnswer): Answer => {
  const decoded = decodeBody(coded, headers['content-encoding'], maxAnswerBytes);
  if (decoded.kind === 'failed') return decoded;
  const version = httpVersion === '1.0' ? { httpVersion: '1.0' as const } : {};
  return { kind: 'answered', status, headers, body: decoded.body, ...version };
};

/** Node's list of names and values in turn; a repeated header is joined, none is dropped. */
export const joinHeaders = (raw: readonly string[]): Headers => {
  const joined = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(joined);
};

type DecodedBody = { readonly kind: 'decoded'; readonly body: Uint8Array } | Failed;

/** No server codes an answer more often; each coding can make it a thousand times larger. */
const maxCodings = 3;

type Decoder = (body: Uint8Array, limit: { maxOutputLength: number }) => Buffer;

/** `deflate` is zlib's format (RFC 9110), which some servers send without its header. */
const inflate: Decoder = (body, limit) =>
  ((body[0] ?? 0) & 0x0f) === 8 ? inflateSync(body, limit) : inflateRawSync(body, limit);

const decoders: Readonly<Record<string, Decoder>> = {
  identity: (body) => Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflate,
  br: brotliDecompressSync,
};

/** Undoes the content codings of an answer, to `maxBytes` at most. */
const decodeBody = (coded: Uint8Array, contentEncoding: string | undefined, maxBytes: number): DecodedBody => {
  if (contentEncoding === undefined) return { kind: 'decoded', body: coded };
  const codings = contentEncoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '');
  // An answer without content, such as a 204, may name a coding all the same.
  if (coded.length === 0 || codings.length === 0) return { kind: 'decoded', body: coded };
  if (codings.length > maxCodings) return unreadable(`it is coded ${codings.length} times over`);
  return codings.reverse().reduce<DecodedBody>((inner, coding) => decodeOnce(inner, coding, maxBytes), {
    kind: 'decoded',
    body: coded,
  });
};

const decodeOnce = (coded: DecodedBody, coding: string, maxBytes: number): DecodedBody => {
  if (coded.kind === 'failed') return coded;
  const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
  if (decode === undefined) return unreadable(`its content coding is unknown: ${coding}`);
  try {
    return { kind: 'decoded', body: decode(coded.body, { maxOutputLength: maxBytes }) };
  } catch (error) {
    if (detailsOf(error).code === 'ERR_BUFFER_TOO_LARGE') return tooLarge();
    return unreadable(`it says that it is ${coding}, and is not`);
  }
};

const unreadable = (reason: string): Failed => failed('unreadable', `The answer cannot be read: ${reason}.`);

/** The failure of an answer above the limit. */
export const tooLarge = (): Failed => failed('too-large', `The answer is larger than ${maxAnswerBytes / 1024} KiB.`);
