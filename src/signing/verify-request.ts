import { JsonError } from '../json/json-error.ts';
import type { JsonNode } from '../json/json-node.ts';
import { parseJson } from '../json/parse-json.ts';
import { renderJson } from '../json/render-json.ts';
import { toNode } from '../json/to-node.ts';
import { canonicalForm } from './canonical-form.ts';
import type { Dialect } from './dialect.ts';
import { dialects, findDialect } from './dialects.ts';
import { isLossless } from './is-lossless.ts';
import { minimalText } from './minimal-text.ts';
import { sameSignature } from './same-signature.ts';
import { sign } from './sign.ts';
import { trimNode } from './trim-node.ts';
import { isSomewhereTrimmed } from './trim-text.ts';

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
    return verify(request, isLossless(request.text));
  } catch (error) {
    if (error instanceof JsonError || error instanceof RangeError) return invalid;
    throw error;
  }
};

const verify = (request: SignedRequest, lossless: boolean): Verification =>
  lossless && isMinimal(request)
    ? { kind: 'valid', dialect: 'minimal' }
    : verifyTree(request, lossless ? toNode(request.value) : parseJson(request.text));

/** The fast path: most bodies, signed in the dialect of most agents. */
const isMinimal = ({ value, header, token, accept }: SignedRequest): boolean =>
  (accept === 'any' || accept === 'minimal') &&
  sameSignature(header, sign(minimalText(value), token));

const verifyTree = ({ header, token, accept }: SignedRequest, tree: JsonNode): Verification => {
  const tried = new Set<string>();
  for (const reading of readingsOf(tree)) {
    for (const dialect of acceptedDialects(accept)) {
      const canonical = canonicalForm(reading, dialect);
      if (tried.has(canonical)) continue;
      tried.add(canonical);
      if (sameSignature(header, sign(canonical, token))) {
        return { kind: 'valid', dialect: dialect.name };
      }
    }
  }
  return invalid;
};

const acceptedDialects = (accept: string): readonly Dialect[] => {
  if (accept === 'any') return dialects;
  const dialect = findDialect(accept);
  return dialect === undefined ? [] : [dialect];
};

/** Languages trim some characters differently, and the specification names none: both ways count. */
function* readingsOf(tree: JsonNode): Generator<JsonNode> {
  const trimmed = trimNode(tree);
  yield trimmed;
  const trimmedMore = trimNode(tree, isSomewhereTrimmed);
  if (renderJson(trimmedMore) !== renderJson(trimmed)) yield trimmedMore;
}
