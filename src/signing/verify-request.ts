import { JsonError, type JsonNode, parseJson, renderJson, toNode } from '../base/json.ts';
import { canonicalForm, compareKeys, serialise, sortNode } from './canonical-form.ts';
import { type Dialect, dialects, findDialect } from './dialects.ts';
import { sameSignature, sign } from './sign.ts';
import { edgesOf, type Trimming, trimNode, trimText } from './trim.ts';

/** A signed request: `value` is what JSON.parse makes of `text`, an object. */
interface SignedRequest {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The header X-Signature. */
  readonly header: string;
  readonly token: string;
  /** Names of the dialects that are accepted; with `any` among them, all that are known. */
  readonly accept: readonly string[];
}

export type Verification =
  | {
      readonly kind: 'valid';
      readonly dialect: string;
      /** The text that was signed is trimmed of more than every language trims. */
      readonly trimming?: 'wide';
    }
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
  const { text, value, header, token, accept } = request;
  const lossless = isLossless(text);
  // The fast path: most bodies, signed in the dialect of most agents.
  const isMinimalTaken = lossless && (accept.includes('any') || accept.includes('minimal'));
  if (isMinimalTaken && sameSignature(header, sign(minimalText(value), token))) {
    return { kind: 'valid', dialect: 'minimal' };
  }
  const tree = lossless ? toNode(value) : parseJson(text);
  const numbers = lossless ? 'plain' : 'any';
  for (const { canonical, dialect, trimming } of candidates(tree, acceptedDialects(accept, text), numbers)) {
    if (!sameSignature(header, sign(canonical, token))) continue;
    return { kind: 'valid', dialect: dialect.name, ...(trimming === 'wide' ? { trimming } : {}) };
  }
  return invalid;
};

/** A body larger than this, in characters, is tried in the likeliest dialects only: it would hold up the rest. */
const largeBody = 65_536;

const likeliest = 8;

const acceptedDialects = (accept: readonly string[], text: string): readonly Dialect[] => {
  if (accept.includes('any')) {
    return text.length > largeBody ? dialects.slice(0, likeliest) : dialects;
  }
  return accept.flatMap((name) => findDialect(name) ?? []);
};

/** A string that an agent may have signed, and the first dialect that writes it. */
interface Candidate {
  readonly canonical: string;
  readonly dialect: Dialect;
  readonly trimming: Trimming;
}

/**
 * What the body of a request may have been signed as, each string once, in the order of the dialects.
 * Plain numbers are those that every dialect prints alike.
 */
export function* candidates(
  tree: JsonNode,
  accepted: readonly Dialect[],
  numbers: 'plain' | 'any' = 'any',
): Generator<Candidate> {
  const tried = new Set<string>();
  for (const { trimming, trimmed } of readingsOf(tree)) {
    const sorted = { deep: sortNode(trimmed, 'deep'), shallow: sortNode(trimmed, 'shallow') };
    const isFlat = !hasInside(trimmed);
    const seen = new Set<string>();
    for (const dialect of accepted) {
      // Only what can make a difference to this body, so that a wrong signature costs little.
      const structure = isFlat ? '' : dialect.order + dialect.emptyObject;
      const key = [dialect.family, structure, numbers === 'plain' ? '' : dialect.numbers].join();
      if (seen.has(key)) continue;
      seen.add(key);
      const canonical = serialise(sorted[dialect.order], dialect);
      if (!tried.has(canonical)) yield { canonical, dialect, trimming };
      tried.add(canonical);
    }
  }
}

/** Languages trim some characters differently, and the specification names none: both ways count. */
function* readingsOf(tree: JsonNode): Generator<{ readonly trimming: Trimming; readonly trimmed: JsonNode }> {
  const trimmed = trimNode(tree);
  yield { trimming: 'common', trimmed };
  const trimmedMore = trimNode(tree, edgesOf.wide);
  if (renderJson(trimmedMore) !== renderJson(trimmed)) yield { trimming: 'wide', trimmed: trimmedMore };
}

const hasInside = (node: JsonNode): boolean =>
  node.kind === 'object' && node.members.some(({ value }) => value.kind === 'object' || value.kind === 'array');

/**
 * Whether JSON.parse keeps all of a text that a signature can depend on. It loses the text of
 * numbers that are no plain integers below 2^53, and the place of keys that look like integers;
 * of a repeated key it keeps what everybody keeps. May say no to a text that is lossless, because
 * strings may look like numbers.
 */
export const isLossless = (text: string): boolean => !lossy.test(text);

const lossy = /[:[,][ \t\n\r]*(?:-0|-?\d+[.eE]|-?\d{16})|"(?:\d|\\u003\d)+"[ \t\n\r]*:/;

/** No body of the contract is nested deeper; what is deeper could exhaust the stack. */
const deepest = 64;

/**
 * Section 5 for a parsed value, fast: trimmed, keys sorted at every level, serialised. What the
 * dialect `minimal` makes of a text that `isLossless` (an object cannot hold keys that look like
 * integers in another order than its own). Throws RangeError for a value nested deeper than 64
 * levels.
 */
export const minimalText = (value: unknown): string => JSON.stringify(trimAndSort(value, deepest));

const trimAndSort = (value: unknown, levels: number): unknown => {
  if (typeof value === 'string') return trimText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) throw new RangeError(`Nested deeper than ${deepest} levels`);
  return Array.isArray(value)
    ? value.map((item) => trimAndSort(item, levels - 1))
    : trimAndSortMembers(value as Readonly<Record<string, unknown>>, levels - 1);
};

const trimAndSortMembers = (object: Readonly<Record<string, unknown>>, levels: number): object => {
  const sorted: Record<string, unknown> = {};
  for (const name of Object.keys(object).sort(compareKeys)) {
    const value = trimAndSort(object[name], levels);
    // Assigned, it would become the prototype instead of a member.
    if (name === '__proto__') Object.defineProperty(sorted, name, { value, enumerable: true });
    else sorted[name] = value;
  }
  return sorted;
};

/** A request to the platform, and who is meant to have signed it. */
export interface SignedText {
  /** As it goes over the wire. */
  readonly body: string;
  /** The header X-Signature. */
  readonly header: string;
  readonly token: string;
  /** Names of the dialects that are accepted; all of them when absent. */
  readonly accept?: readonly string[];
}

/**
 * Section 5: whether the header signs a request to the platform, and in which dialect. What is no
 * JSON object is signed by nothing.
 */
export const verifyText = ({ body, header, token, accept = ['any'] }: SignedText): Verification => {
  if (treeOf(body)?.kind !== 'object') return invalid;
  return verifyRequest({ text: body, value: JSON.parse(body) as SignedRequest['value'], header, token, accept });
};

/**
 * Section 5, the mistake that it warns of: whether the header signs the sorted body with the spaces
 * around its values, in any dialect. A text that is no JSON is signed by nothing.
 */
export const signsUntrimmed = ({ text, header, token }: Pick<SignedRequest, 'text' | 'header' | 'token'>): boolean => {
  const tree = treeOf(text);
  if (tree === undefined) return false;
  const texts = new Set(dialects.map((dialect) => canonicalForm(tree, dialect)));
  return [...texts].some((canonical) => sameSignature(header, sign(canonical, token)));
};

const treeOf = (text: string): JsonNode | undefined => {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
};
