import { type JsonNode, renderJson } from '../base/json.ts';
import { type Dialect, serialise, sortNode } from './canonical-form.ts';
import type { Quote } from './escaping.ts';
import { edgesOf, type Trimming, trimNode } from './trim.ts';

/** A string that an agent may have signed, and the first dialect that writes it. */
export interface Candidate {
  readonly canonical: string;
  readonly dialect: Dialect;
  readonly trimming: Trimming;
}

/** The body of a request. `plain` numbers are those that every dialect prints alike. */
export interface BodyTree {
  readonly tree: JsonNode;
  readonly numbers: 'plain' | 'any';
  /** quoteText, or what does the same. */
  readonly quote?: Quote | undefined;
}

/** What a body may have been signed as, each string once, in the order of the dialects. */
export function* candidates({ tree, numbers, quote }: BodyTree, accepted: readonly Dialect[]): Generator<Candidate> {
  const tried = new Set<string>();
  for (const { trimming, trimmed } of readingsOf(tree)) {
    for (const candidate of candidatesOf({ tree: trimmed, numbers, quote }, accepted)) {
      if (!tried.has(candidate.canonical)) yield { ...candidate, trimming };
      tried.add(candidate.canonical);
    }
  }
}

/** Languages trim some characters differently, and the specification names none: both ways count. */
function* readingsOf(tree: JsonNode): Generator<{ readonly trimming: Trimming; readonly trimmed: JsonNode }> {
  const trimmed = trimNode(tree);
  yield { trimming: 'common', trimmed };
  const trimmedMore = trimNode(tree, edgesOf.wide);
  if (renderJson(trimmedMore) !== renderJson(trimmed)) {
    yield { trimming: 'wide', trimmed: trimmedMore };
  }
}

function* candidatesOf(body: BodyTree, accepted: readonly Dialect[]): Generator<Omit<Candidate, 'trimming'>> {
  const sorted = { deep: sortNode(body.tree, 'deep'), shallow: sortNode(body.tree, 'shallow') };
  const isFlat = !hasInside(body.tree);
  const seen = new Set<string>();
  for (const dialect of accepted) {
    const { escaping, separators, order, emptyObject } = dialect;
    // Only what can make a difference to this body, so that a wrong signature costs little.
    const structure = isFlat ? '' : order + emptyObject;
    const numbers = body.numbers === 'plain' ? '' : dialect.numbers;
    const key = [escaping, separators, structure, numbers].join();
    if (seen.has(key)) continue;
    seen.add(key);
    yield { canonical: serialise(sorted[order], dialect, body.quote), dialect };
  }
}

const hasInside = (node: JsonNode): boolean =>
  node.kind === 'object' && node.members.some(({ value }) => value.kind === 'object' || value.kind === 'array');
