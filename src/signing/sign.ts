import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { parseJson } from '../base/json.ts';
import { canonicalForm } from './canonical-form.ts';
import { demandDialect } from './dialects.ts';
import { trimNode } from './trim.ts';

/** How a body is signed. */
export interface SigningOptions {
  /** How the signed JSON is written; `minimal` when absent, as JSON.stringify writes it. */
  readonly dialect?: string;
  /** A request to the platform is trimmed before it is signed, a callback is not. Default: request. */
  readonly direction?: 'request' | 'callback';
}

/**
 * Section 5: the header X-Signature of a body, from its text as it goes over the wire. Throws
 * JsonError for a text that is not JSON, WalletproofError for an unknown dialect.
 */
export const signText = (body: string, token: string, { dialect, direction }: SigningOptions = {}): string => {
  if (direction === 'callback') return signBody(body, dialect, token);
  return sign(canonicalForm(trimNode(parseJson(body)), demandDialect(dialect ?? 'minimal')), token);
};

/** The same of a callback's body. */
export const signBody = (text: string, dialectName: string | undefined, token: string): string =>
  sign(canonicalText(text, dialectName), token);

/**
 * Section 5: the string that the signature of a callback covers, from its text as it goes over the
 * wire, in a dialect (`minimal` when none is named). Keys inside stay as on the wire where the
 * dialect sorts the top level only; nothing is trimmed. Throws as signText does.
 */
export const canonicalText = (text: string, dialectName: string | undefined): string =>
  canonicalForm(parseJson(text), demandDialect(dialectName ?? 'minimal'));

/** The same in each of the dialects: the text is read once. */
export const canonicalTexts = (text: string, dialectNames: readonly string[]): string[] => {
  const node = parseJson(text);
  return dialectNames.map((name) => canonicalForm(node, demandDialect(name)));
};

/** Section 5, step 5: HMAC-SHA256 of the UTF-8 text under the token, in lower-case hexadecimal. */
export const sign = (canonical: string, token: string): string => {
  const pads = padsFor(token);
  return pads === undefined ? createHmac('sha256', token).update(canonical).digest('hex') : hashTwice(canonical, pads);
};

/** What a key adds in front of both hashes of HMAC (RFC 2104). */
interface Pads {
  readonly inner: string;
  /** The outer pad, and room for the inner hash behind it. */
  readonly outer: Buffer;
}

const blockLength = 64;

/** Two one-shot hashes take half the time of createHmac. */
const hashTwice = (canonical: string, { inner, outer }: Pads): string => {
  outer.write(hash('sha256', inner + canonical, 'binary'), blockLength, 'latin1');
  return hash('sha256', outer, 'hex');
};

const capacity = 256;

const padsByToken = new Map<string, Pads | undefined>();

const padsFor = (token: string): Pads | undefined => {
  if (padsByToken.has(token)) return padsByToken.get(token);
  if (padsByToken.size >= capacity) padsByToken.clear();
  const pads = createPads(token);
  padsByToken.set(token, pads);
  return pads;
};

/** Undefined for a key whose inner pad is no ASCII text: it could not go in front of a string. */
const createPads = (token: string): Pads | undefined => {
  const key = Buffer.from(token);
  if (key.length > blockLength || key.length !== token.length) return undefined;
  const block = Buffer.alloc(blockLength);
  key.copy(block);
  const pad = (mask: number): Buffer => Buffer.from(block.map((byte) => byte ^ mask));
  return { inner: pad(0x36).toString('latin1'), outer: Buffer.concat([pad(0x5c), Buffer.alloc(32)]) };
};

/** Section 5: compares in constant time. A header that is no signature at all is just different. */
export const sameSignature = (header: string, signature: string): boolean => {
  const given = Buffer.from(header);
  const expected = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};
