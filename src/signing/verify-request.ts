import { JsonError, parseJson, toNode } from '../base/json.ts';
import { type BodyTree, type Candidate, candidates } from './candidates.ts';
import { compareKeys, type Dialect, serialise, sortNode } from './canonical-form.ts';
import { dialects, findDialect } from './dialects.ts';
import { sameSignature, sign } from './sign.ts';
import { trimText } from './trim.ts';

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
  const lossless = isLossless(request.text);
  if (lossless && isMinimal(request)) return { kind: 'valid', dialect: 'minimal' };
  const { text, value, header, token, accept } = request;
  const body: BodyTree = lossless
    ? { tree: toNode(value), numbers: 'plain' }
    : { tree: parseJson(text), numbers: 'any' };
  for (const candidate of candidates(body, acceptedDialects(accept, text))) {
    if (sameSignature(header, sign(candidate.canonical, token))) return validAs(candidate);
  }
  return invalid;
};

const validAs = ({ dialect, trimming }: Candidate): Verification => ({
  kind: 'valid',
  dialect: dialect.name,
  ...(trimming === 'wide' ? { trimming } : {}),
});

/** The fast path: most bodies, signed in the dialect of most agents. */
const isMinimal = ({ value, header, token, accept }: SignedRequest): boolean =>
  (accept.includes('any') || accept.includes('minimal')) && sameSignature(header, sign(minimalText(value), token));

/** A body larger than this, in characters, is tried in the likeliest dialects only: it would hold up the rest. */
const largeBody = 65_536;

const likeliest = 8;

const acceptedDialects = (accept: readonly string[], text: string): readonly Dialect[] => {
  if (accept.includes('any')) {
    return text.length > largeBody ? dialects.slice(0, likeliest) : dialects;
  }
  return accept.flatMap((name) => findDialect(name) ?? []);
};

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

/**
 * Section 5, the mistake that it warns of: whether the header signs the sorted body with the spaces
 * around its values, in any dialect. A text that is no JSON is signed by nothing.
 */
export const signsUntrimmed = ({ text, header, token }: Pick<SignedRequest, 'text' | 'header' | 'token'>): boolean => {
  const tree = treeOf(text);
  if (tree === undefined) return false;
  const sorted = { deep: sortNode(tree, 'deep'), shallow: sortNode(tree, 'shallow') };
  const texts = new Set(dialects.map((dialect) => serialise(sorted[dialect.order], dialect)));
  return [...texts].some((canonical) => sameSignature(header, sign(canonical, token)));
};

const treeOf = (text: string) => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};
