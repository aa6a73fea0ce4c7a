import { type JsonNode, parseJson } from '../../base/json.ts';
import type { MistakeCode } from '../../spec/signature-mistakes.ts';
import { candidates } from '../candidates.ts';
import { type Dialect, serialise } from '../canonical-form.ts';
import { dialects } from '../dialects.ts';
import type { Quote } from '../escaping.ts';
import { isSomewhereTrimmed, trimNode } from '../trim.ts';
import type { Mac } from './macs.ts';
import { type HeaderReading, readHeader } from './read-header.ts';
import { changedFields, createQuote, createSpelling, orderNode, type Spelling, spellings } from './trees.ts';

/** The question, read. Throws JsonError for a body that is no JSON, TypeError for one that is no object. */
export const openSituation = (question: SignatureQuestion, text: string): SignatureSituation => {
  const { direction = 'request', header, token } = question;
  const { otherTokens = [], formerTokens = [] } = question;
  const sent = parseJson(text);
  if (sent.kind !== 'object') throw new TypeError('The body is no object');
  const tree = direction === 'request' ? trimNode(sent) : sent;
  const quote = createQuote();
  const relevant = relevantDialects(tree, quote);
  const dialectOf = direction === 'request' ? ofRequest(sent, quote) : ofCallback(sent, relevant, quote);
  return {
    text,
    sent,
    tree,
    ...trimmedMore(sent, tree, direction),
    direction,
    accepted: [...dialectOf.keys()],
    dialectOf,
    dialects: relevant,
    quote,
    spelling: createSpelling(relevant, quote),
    readings: readHeader(header),
    token,
    otherTokens,
    formerTokens,
  };
};

const trimmedMore = (
  sent: Tree,
  tree: Tree,
  direction: SignatureSituation['direction'],
): Pick<SignatureSituation, 'moreTrimmed'> => {
  const moreTrimmed = direction === 'request' ? trimNode(sent, isSomewhereTrimmed) : tree;
  return changedFields(tree, moreTrimmed).length === 0 ? {} : { moreTrimmed };
};

type Tree = SignatureSituation['tree'];

const ofRequest = (tree: Tree, quote: Quote): Map<string, string> => {
  const names = new Map<string, string>();
  for (const { canonical, dialect } of candidates({ tree, numbers: 'any', quote }, dialects)) {
    names.set(canonical, dialect.name);
  }
  return names;
};

const ofCallback = (tree: Tree, relevant: readonly Dialect[], quote: Quote): Map<string, string> => {
  const names = new Map<string, string>();
  for (const dialect of relevant) {
    for (const text of spellings(tree, [dialect], quote)) names.set(text, dialect.name);
  }
  return names;
};

/** A signature that was refused, or is to be looked at. */
export interface SignatureQuestion {
  /** As it went over the wire. */
  readonly body: string | Uint8Array;
  /** The header X-Signature, or what the agent computed for a callback. */
  readonly header: string;
  readonly token: string;
  /** Tokens of other agents: one of them may have been used by mistake. */
  readonly otherTokens?: readonly string[];
  /** Tokens that the agent had before this one. */
  readonly formerTokens?: readonly string[];
  /** A request is trimmed before it is signed, a callback is not. Default: request. */
  readonly direction?: 'request' | 'callback';
  readonly budget?: SearchBudget;
}

/** How much the search may cost. Without a clock only the work counts. */
export interface SearchBudget {
  /** Milliseconds, from any start. */
  readonly now?: () => number;
  /** The longest time, where `now` is given. Default: 200. */
  readonly milliseconds?: number;
  /** The most signatures that are computed. Default: 40,000. */
  readonly macs?: number;
  /** The most characters that are written and signed. Default: 12 million. */
  readonly characters?: number;
}

/** What the stages of the search look at. */
export interface SignatureSituation {
  readonly text: string;
  /** As sent. */
  readonly sent: JsonNode;
  /** What is to be sorted and signed: a request trimmed, a callback as sent. */
  readonly tree: JsonNode;
  /** The other way to trim that is accepted; absent where it changes nothing. */
  readonly moreTrimmed?: JsonNode;
  readonly direction: 'request' | 'callback';
  /** Each text that is accepted, once, the likeliest first. */
  readonly accepted: readonly string[];
  /** The name of the dialect that writes an accepted text. */
  readonly dialectOf: ReadonlyMap<string, string>;
  /** One dialect for each way that this body can be written. */
  readonly dialects: readonly Dialect[];
  /** As quoteText, for this search. */
  readonly quote: Quote;
  /** In those dialects, for this search. */
  readonly spelling: Spelling;
  readonly readings: readonly HeaderReading[];
  readonly token: string;
  readonly otherTokens: readonly string[];
  readonly formerTokens: readonly string[];
}

/** Something that the agent may have signed, and the mistake that it would be. */
export interface Attempt {
  readonly subject: string | Uint8Array;
  /** Absent where the string is the right one, and only `mac` is wrong. */
  readonly mistake?: MistakeCode;
  readonly field?: string;
  /** How it was signed; absent: by the HMAC that the header's length tells. */
  readonly mac?: Mac;
}

/** The attempts of one kind of mistake, the likeliest first. */
export type Stage = (situation: SignatureSituation) => Iterable<Attempt>;

/** The dialects that write this body differently, the likeliest of those that write it alike. */
const relevantDialects = (tree: JsonNode, quote: Quote): readonly Dialect[] => {
  const sorted = { deep: orderNode(tree, 'deep'), shallow: orderNode(tree, 'shallow') };
  const byText = new Map<string, Dialect>();
  for (const dialect of dialects) {
    const text = serialise(sorted[dialect.order], dialect, quote);
    if (!byText.has(text)) byText.set(text, dialect);
  }
  return [...byText.values()];
};
