import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { Failed } from './name-failure.ts';
import { detailsOf, failed } from './name-failure.ts';

export type DecodedBody = { readonly kind: 'decoded'; readonly body: Uint8Array } | Failed;

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
export const decodeBody = (
  coded: Uint8Array,
  contentEncoding: string | undefined,
  maxBytes: number,
): DecodedBody => {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '');
  // An answer without content, such as a 204, may name a coding all the same.
  if (coded.length === 0 || codings.length === 0) return { kind: 'decoded', body: coded };
  if (codings.length > maxCodings) return unreadable(`it is coded ${codings.length} times over`);
  return codings
    .reverse()
    .reduce<DecodedBody>((inner, coding) => decodeOnce(inner, coding, maxBytes), {
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
    if (detailsOf(error).code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(maxBytes);
    return unreadable(`it says that it is ${coding}, and is not`);
  }
};

const unreadable = (reason: string): Failed =>
  failed('unreadable', `The answer cannot be read: ${reason}.`);

/** The failure of an answer above the limit. */
export const tooLarge = (maxBytes: number): Failed =>
  failed('too-large', `The answer is larger than ${maxBytes / 1024} KiB.`);
