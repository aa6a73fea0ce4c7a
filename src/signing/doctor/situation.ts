import { type JsonNode, parseJson, renderJson } from '../../base/json.ts';
import { quoteText, serialise, sortNode } from '../canonical-form.ts';
import { type Dialect, dialects, type Escaping } from '../dialects.ts';
import { edgesOf, trimNode } from '../trim.ts';
import { candidates } from '../verify-request.ts';
import { type HeaderReading, readHeader } from './digests.ts';

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

/** The question, read, and all the ways in which its body can be written. */
export class Situation {
  readonly text: string;
  readonly direction: 'request' | 'callback';
  /** As sent. */
  readonly sent: JsonNode;
  /** What is to be sorted and signed: a request trimmed, a callback as sent. */
  readonly tree: JsonNode;
  /** The trees that are accepted: trimmed of what every language trims, and of what some do. */
  readonly trees: readonly JsonNode[];
  /** Each text that is accepted, the likeliest first, and the name of the first dialect that writes it. */
  readonly accepted: ReadonlyMap<string, string>;
  /** The dialects that write this body differently, the likeliest of those that write it alike. */
  readonly dialects: readonly Dialect[];
  readonly readings: readonly HeaderReading[];
  readonly token: string;
  readonly otherTokens: readonly string[];
  readonly formerTokens: readonly string[];
  readonly #asPrinted: readonly Dialect[];
  readonly #seen = new Set<string>();
  readonly #quoted = new Map<Escaping, Map<string, string>>();

  /** Throws JsonError for a body that is no JSON, TypeError for one that is no object. */
  constructor(question: SignatureQuestion, text: string) {
    this.sent = parseJson(text);
    if (this.sent.kind !== 'object') throw new TypeError('The body is no object');
    this.text = text;
    this.direction = question.direction ?? 'request';
    this.trees = this.direction === 'callback' ? [this.sent] : [trimNode(this.sent), trimNode(this.sent, edgesOf.wide)];
    this.tree = this.trees[0] ?? this.sent;
    const sorted = { deep: sortNode(this.tree, 'deep'), shallow: sortNode(this.tree, 'shallow') };
    const byText = new Map<string, Dialect>();
    for (const dialect of dialects) {
      const written = this.write(sorted[dialect.order], dialect);
      if (!byText.has(written)) byText.set(written, dialect);
    }
    this.dialects = [...byText.values()];
    this.#asPrinted = this.dialects.map((dialect) => ({ ...dialect, numbers: 'as-sent' }));
    this.accepted =
      this.direction === 'callback'
        ? new Map(Array.from(byText, ([written, { name }]) => [written, name]))
        : new Map(Array.from(candidates(this.sent, dialects), ({ canonical, dialect }) => [canonical, dialect.name]));
    this.readings = readHeader(question.header);
    this.token = question.token;
    this.otherTokens = question.otherTokens ?? [];
    this.formerTokens = question.formerTokens ?? [];
  }

  /** All that no text may show. */
  get tokens(): readonly string[] {
    return [this.token, ...this.otherTokens, ...this.formerTokens];
  }

  /** As serialise, with each text quoted once: a search writes the same few strings thousands of times. */
  write(tree: JsonNode, dialect: Dialect): string {
    return serialise(tree, dialect, this.#quote);
  }

  /** The tree sorted and written in each dialect; nothing for a tree that was written before. */
  sorted(tree: JsonNode): Iterable<string> {
    // Where the top level is sorted alike, all below is: one look is enough for both orders.
    const shallow = sortNode(tree, 'shallow');
    return this.#isNew(`sorted ${renderJson(shallow)}`) ? this.#written(shallow, this.dialects) : [];
  }

  /** The same with the numbers as they stand in the tree. */
  printed(tree: JsonNode): Iterable<string> {
    return this.#written(tree, this.#asPrinted);
  }

  /** The tree written in each dialect in the order that it has; nothing for one that was written before. */
  inOrder(tree: JsonNode, only?: Dialect['separators']): Iterable<string> {
    if (!this.#isNew(`${only} ${renderJson(tree)}`)) return [];
    const meant = this.dialects.filter(({ separators }) => only === undefined || only === separators);
    return new Set(meant.map((dialect) => this.write(tree, dialect)));
  }

  #written(tree: JsonNode, dialects: readonly Dialect[]): Iterable<string> {
    const sorted = { deep: sortNode(tree, 'deep'), shallow: sortNode(tree, 'shallow') };
    return new Set(dialects.map((dialect) => this.write(sorted[dialect.order], dialect)));
  }

  #isNew(key: string): boolean {
    return this.#seen.size < this.#seen.add(key).size;
  }

  readonly #quote: typeof quoteText = (text, escaping) => {
    const ofEscaping = this.#quoted.get(escaping) ?? new Map<string, string>();
    const quoted = ofEscaping.get(text) ?? quoteText(text, escaping);
    this.#quoted.set(escaping, ofEscaping.set(text, quoted));
    return quoted;
  };
}
