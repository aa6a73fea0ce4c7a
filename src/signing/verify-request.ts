import { JsonError, parseJson } from '../json/parse-json.ts';
import { toNode } from '../json/to-node.ts';
import type { BodyTree } from './candidates.ts';
import { candidates } from './candidates.ts';
import type { Dialect } from './dialect.ts';
import { dialects, findDialect } from './dialects.ts';
import { isLossless } from './is-lossless.ts';
import { minimalText } from './minimal-text.ts';
import { sameSignature } from './same-signature.ts';
import { sign } from './sign.ts';

/** A signed request: `value` is what JSON.parse makes of `text`, an object. */
export interface SignedRequest {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The header X-Signature. */
  readonly header: string;
  readonly token: string;
  /** `any`, or the name of the only dialect accepted. */
  readonly accept: string;
}

export type Verification =
  | { readonly kind: 'valid'; readonly dialect: string }
  | { readonly kind: 'invalid' };

const invalid: Verification = { kind: 'invalid' };

/**
 * Section 5: whether the header signs the trimmed and sorted body, and in which dialect. A body
 * nested deeper than 64 levels is invalid, whatever its signature.
 */
export const verifyRequest = (request: SignedRequest): Verification => {
  try {
    return verify(request);
  } catch (error) {
    if (error instanceof JsonError || error instanceof RangeError) return invalid;
    throw error;
  }
};

const verify = (request: SignedRequest): Verification => {
  const lossless = isLossless(request.text);
  if (lossless && isMinimal(request)) return { kind: 'valid', dialect: 'minimal' };
  const { text, value, header, token, accept } = request;
  const body: BodyTree = lossless
    ? { tree: toNode(value), numbers: 'plain' }
    : { tree: parseJson(text), numbers: 'any' };
  for (const { canonical, dialect } of candidates(body, acceptedDialects(accept, text))) {
    if (sameSignature(header, sign(canonical, token))) {
      return { kind: 'valid', dialect: dialect.name };
    }
  }
  return invalid;
};

/** The fast path: most bodies, signed in the dialect of most agents. */
const isMinimal = ({ value, header, token, accept }: SignedRequest): boolean =>
  (accept === 'any' || accept === 'minimal') &&
  sameSignature(header, sign(minimalText(value), token));

/** A body larger than this, in characters, is tried in the likeliest dialects only: it would hold up the rest. */
const largeBody = 65_536;
const likeliest = 8;

const acceptedDialects = (accept: string, text: string): readonly Dialect[] => {
  if (accept === 'any') return text.length > largeBody ? dialects.slice(0, likeliest) : dialects;
  const dialect = findDialect(accept);
  return dialect === undefined ? [] : [dialect];
};
