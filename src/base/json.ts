/** JSON text as a tree that keeps what a parsed value loses: key order, repeated keys, number text. */
export type JsonNode =
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' };

export interface JsonMember {
  readonly name: string;
  readonly value: JsonNode;
}

export type JsonObject = Extract<JsonNode, { kind: 'object' }>;

/** The value of a key; the last one where the key is repeated, as parsers take it. */
export const memberOf = (node: JsonNode, name: string): JsonNode | undefined =>
  node.kind === 'object' ? node.members.findLast((member) => member.name === name)?.value : undefined;

/** Compact JSON with the escapes that JSON demands and no others; numbers as their text stands. */
export const renderJson = (node: JsonNode): string => {
  switch (node.kind) {
    case 'object':
      return `{${node.members.map(renderMember).join(',')}}`;
    case 'array':
      return `[${node.items.map(renderJson).join(',')}]`;
    case 'number':
      return node.text;
    case 'null':
      return 'null';
    default:
      return JSON.stringify(node.value);
  }
};

const renderMember = ({ name, value }: JsonMember): string => `${JSON.stringify(name)}:${renderJson(value)}`;

/** Far deeper than any body of the contract, and safe for everything that recurses. */
export const defaultMaxDepth = 64;

/**
 * The tree of a plain value: null, booleans, finite numbers (as `String` writes them), strings,
 * arrays, and objects in the order of their own keys. Throws TypeError for a value that JSON does
 * not have, RangeError for one nested deeper than 64 levels.
 */
export const toNode = (value: unknown): JsonNode => convert(value, defaultMaxDepth);

const convert = (value: unknown, levels: number): JsonNode => {
  switch (typeof value) {
    case 'string':
      return { kind: 'string', value };
    case 'boolean':
      return { kind: 'boolean', value };
    case 'number':
      return numberNode(value);
    case 'object':
      return value === null ? { kind: 'null' } : convertNested(value, levels - 1);
    default:
      throw new TypeError(`JSON has no ${typeof value}`);
  }
};

const numberNode = (value: number): JsonNode => {
  if (!Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`);
  return { kind: 'number', text: String(value) };
};

const convertNested = (value: object, levels: number): JsonNode => {
  if (levels < 0) throw new RangeError(`Nested deeper than ${defaultMaxDepth} levels`);
  if (Array.isArray(value)) {
    return { kind: 'array', items: value.map((item: unknown) => convert(item, levels)) };
  }
  const members = Object.entries(value).map(([name, item]: [string, unknown]) => ({
    name,
    value: convert(item, levels),
  }));
  return { kind: 'object', members };
};

/**
 * The tree of an RFC 8259 text: the order of keys, repeated keys and the text of numbers as they
 * stand. Throws `JsonError` for any other text, and for one nested deeper than `maxDepth` objects and
 * arrays inside each other; the outermost counts.
 */
export const parseJson = (
  text: string,
  { maxDepth = defaultMaxDepth }: { readonly maxDepth?: number } = {},
): JsonNode => new Reading(text, maxDepth).whole();

/** Whether a text is JSON, however deep; what it says is not looked at. */
export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Text that is not JSON, or JSON that is nested too deeply. The message names the place; columns count UTF-16 units from 1. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly line: number;
  readonly column: number;

  constructor(reason: string, text: string, offset: number) {
    const lines = text.slice(0, offset).split('\n');
    const [line, column] = [lines.length, (lines.at(-1) ?? '').length + 1];
    super(`${reason} at line ${line}, column ${column}`);
    this.line = line;
    this.column = column;
  }
}

const quote = 34;
const backslash = 92;

/** A number, or how far a text is the beginning of one: then it does not end in a digit. */
const number = /-?(?:(?:0|[1-9]\d*)(?:\.(?!\d)|(?:\.\d+)?(?:[eE][+-]?\d*)?))?/y;

/** A text, and how far it is read. */
class Reading {
  readonly #text: string;
  readonly #maxDepth: number;
  #at = 0;
  /** How many objects and arrays are open. */
  #depth = 0;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  whole(): JsonNode {
    const node = this.#value();
    if (this.#next() !== undefined) this.#refuse();
    return node;
  }

  #value(): JsonNode {
    switch (this.#next()) {
      case '{':
        return { kind: 'object', members: this.#list('}', () => this.#member()) };
      case '[':
        return { kind: 'array', items: this.#list(']', () => this.#value()) };
      case '"':
        return { kind: 'string', value: this.#string() };
      case 't':
        return this.#word('true', { kind: 'boolean', value: true });
      case 'f':
        return this.#word('false', { kind: 'boolean', value: false });
      case 'n':
        return this.#word('null', { kind: 'null' });
      default:
        return { kind: 'number', text: this.#number() };
    }
  }

  #member(): JsonMember {
    const name = this.#string();
    if (this.#next() !== ':') this.#refuse();
    this.#at += 1;
    return { name, value: this.#value() };
  }

  /** What stands between the brackets, the first of which is next. */
  #list<T>(end: string, one: () => T): T[] {
    this.#depth += 1;
    if (this.#depth > this.#maxDepth) {
      throw new JsonError(`nested deeper than ${this.#maxDepth} levels`, this.#text, this.#at);
    }
    this.#at += 1;
    const all: T[] = [];
    for (let char = this.#next(); char !== end; char = this.#next()) {
      if (all.length > 0) {
        if (char !== ',') this.#refuse();
        this.#at += 1;
        this.#next();
      }
      all.push(one());
    }
    this.#at += 1;
    this.#depth -= 1;
    return all;
  }

  #string(): string {
    const start = this.#at;
    if (this.#text.charCodeAt(start) !== quote) this.#refuse();
    const end = this.#endOfString();
    this.#at = end + 1;
    const inner = this.#text.slice(start + 1, end);
    return inner.includes('\\') ? (JSON.parse(this.#text.slice(start, end + 1)) as string) : inner;
  }

  /** Index of the quote that ends the string that begins here. */
  #endOfString(): number {
    for (let at = this.#at + 1; at < this.#text.length; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === quote) return at;
      if (code < 32) throw new JsonError('raw control character', this.#text, at);
      if (code === backslash) at = this.#endOfEscape(at + 1);
    }
    return this.#refuse(this.#text.length);
  }

  /** Index of the last character of an escape; `at` is what follows the backslash. */
  #endOfEscape(at: number): number {
    if (this.#text[at] !== 'u') return /["\\/bfnrt]/.test(this.#text[at] ?? '') ? at : this.#refuse(at);
    for (let digit = at + 1; digit <= at + 4; digit += 1) {
      if (!/[\da-f]/i.test(this.#text[digit] ?? '')) this.#refuse(digit);
    }
    return at + 4;
  }

  #number(): string {
    number.lastIndex = this.#at;
    const text = number.exec(this.#text)?.[0] ?? '';
    this.#at += text.length;
    return /\d$/.test(text) ? text : this.#refuse();
  }

  #word(word: string, node: JsonNode): JsonNode {
    if (!this.#text.startsWith(word, this.#at)) this.#refuse();
    this.#at += word.length;
    return node;
  }

  /** Goes over space; the character that is next. */
  #next(): string | undefined {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
    return this.#text[this.#at];
  }

  #refuse(at = this.#at): never {
    const char = this.#text[at];
    const reason = char === undefined ? 'unexpected end' : `unexpected ${JSON.stringify(char)}`;
    throw new JsonError(reason, this.#text, Math.min(at, this.#text.length));
  }
}

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;
