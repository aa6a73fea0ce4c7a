import { parse } from '@humanwhocodes/momoa';
import { defaultMaxDepth, type JsonMember, type JsonNode } from './json-node.ts';

interface ParseJsonOptions {
  /** How many objects and arrays may be inside each other; the outermost counts. */
  readonly maxDepth?: number;
}

/**
 * The tree of an RFC 8259 text: the order of keys, repeated keys and the text of numbers as they
 * stand. Throws `JsonError` for any other text, and for one nested deeper than `maxDepth`.
 */
export const parseJson = (text: string, { maxDepth = defaultMaxDepth }: ParseJsonOptions = {}): JsonNode => {
  if (!isJson(text)) throw errorAt(text, faultIn(text, maxDepth));
  return valueAt({ text, maxDepth, at: 0, depth: 0 });
};

/** JSON.parse knows it quickest, and for sure; what it makes of a text has lost what is wanted here. */
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** A text that is JSON, and how far it is read. */
interface Reading {
  readonly text: string;
  readonly maxDepth: number;
  at: number;
  /** How many objects and arrays are open. */
  depth: number;
}

const valueAt = (reading: Reading): JsonNode => {
  switch (nextChar(reading)) {
    case '{':
      return { kind: 'object', members: inside(reading, '}', memberAt) };
    case '[':
      return { kind: 'array', items: inside(reading, ']', valueAt) };
    case '"':
      return { kind: 'string', value: stringAt(reading) };
    case 't':
    case 'f':
      return { kind: 'boolean', value: wordAt(reading) === 'true' };
    case 'n':
      wordAt(reading);
      return { kind: 'null' };
    default:
      return { kind: 'number', text: wordAt(reading) };
  }
};

const memberAt = (reading: Reading): JsonMember => {
  const name = stringAt(reading);
  // The colon.
  nextChar(reading);
  reading.at += 1;
  return { name, value: valueAt(reading) };
};

/** What stands between the brackets, the first of which is next. */
const inside = <T>(reading: Reading, end: ']' | '}', one: (reading: Reading) => T): T[] => {
  reading.depth += 1;
  if (reading.depth > reading.maxDepth) throw errorAt(reading.text, tooDeep(reading));
  reading.at += 1;
  const all: T[] = [];
  while (nextChar(reading) !== end) {
    if (all.length > 0) {
      // The comma.
      reading.at += 1;
      nextChar(reading);
    }
    all.push(one(reading));
  }
  reading.at += 1;
  reading.depth -= 1;
  return all;
};

const tooDeep = ({ at, maxDepth }: Pick<Reading, 'at' | 'maxDepth'>): TextFault => ({
  reason: `nested deeper than ${maxDepth} levels`,
  offset: at,
});

/** Goes over space; the character that is next. */
const nextChar = (reading: Reading): string | undefined => {
  while (isSpace(reading.text.charCodeAt(reading.at))) reading.at += 1;
  return reading.text[reading.at];
};

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

const stringAt = (reading: Reading): string => {
  const { text, at } = reading;
  const end = endOfString(text, at);
  reading.at = end + 1;
  const inner = text.slice(at + 1, end);
  return inner.includes('\\') ? (JSON.parse(text.slice(at, end + 1)) as string) : inner;
};

const wordAt = (reading: Reading): string => {
  const { text, at } = reading;
  reading.at = endOfWord(text, at);
  return text.slice(at, reading.at);
};

/** What is wrong with a text that is no JSON. */
const faultIn = (text: string, maxDepth: number): TextFault => {
  const scan = scanJson(text, maxDepth);
  if (scan.kind === 'fault') return scan.fault;
  try {
    parse(text, { mode: 'json' });
  } catch (error) {
    return explainMomoa(error, text, scan.open);
  }
  throw new TypeError('JSON.parse refuses a text that momoa takes for JSON');
};

const errorAt = (text: string, { reason, offset }: TextFault): JsonError =>
  new JsonError(reason, positionOf(text, offset));

const positionOf = (text: string, offset: number): TextPosition => {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
};

/** What is wrong with a text, and the index of the character where it shows. */
interface TextFault {
  readonly reason: string;
  readonly offset: number;
}

type Scan =
  | { readonly kind: 'fault'; readonly fault: TextFault }
  /** `open`: how many objects and arrays the text leaves open at its end. */
  | { readonly kind: 'clean'; readonly open: number };

const fault = (reason: string, offset: number): Scan => ({
  kind: 'fault',
  fault: { reason, offset: offset },
});

const steps: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };

/**
 * Looks, without recursion, for what momoa cannot be given: it takes raw control characters in
 * strings, and overflows the stack where the text is nested deeply.
 */
const scanJson = (text: string, maxDepth: number): Scan => {
  let open = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    const char = text[offset] ?? '';
    if (char === '"') {
      offset = endOfString(text, offset);
      if (isControl(text.charCodeAt(offset))) return fault('raw control character', offset);
    }
    open += steps[char] ?? 0;
    if (open > maxDepth) return { kind: 'fault', fault: tooDeep({ at: offset, maxDepth }) };
  }
  return { kind: 'clean', open };
};

const quote = 34;

const backslash = 92;

const isControl = (code: number): boolean => code < 32;

/** Index of the closing quote, of a raw control character before it, or of the text's end. */
const endOfString = (text: string, start: number): number => {
  let offset = start + 1;
  while (offset < text.length) {
    const code = text.charCodeAt(offset);
    if (code === quote || isControl(code)) return offset;
    offset += code === backslash ? 2 : 1;
  }
  return text.length;
};

interface MomoaError {
  readonly message: string;
  readonly offset: number;
}

const isMomoaError = (error: unknown): error is MomoaError =>
  error instanceof Error && 'offset' in error && typeof error.offset === 'number';

/**
 * Where and why momoa stopped. `open`: how many objects and arrays the text leaves open. Throws
 * what is no complaint about the text.
 */
const explainMomoa = (error: unknown, text: string, open: number): TextFault => {
  if (!isMomoaError(error)) throw error;
  const offset = stumbledAt(error, text);
  const isCutOff = isEndOfInput(error) || (open > 0 && isLastToken(text, offset));
  return isCutOff || offset >= text.length
    ? { reason: 'unexpected end', offset: text.length }
    : { reason: `unexpected ${JSON.stringify(text[offset])}`, offset: offset };
};

const isEndOfInput = ({ message }: MomoaError): boolean => message.includes('end of input');

/** A character that momoa only peeked at is the one after the place it names. */
const stumbledAt = ({ message, offset }: MomoaError, text: string): number => {
  const found = /^Unexpected character '(.)/su.exec(message)?.[1];
  return found === undefined || text.startsWith(found, offset) ? offset : offset + 1;
};

/** At the end of the text momoa names the last token, which was right as far as it went. */
const isLastToken = (text: string, start: number): boolean => {
  const end = text[start] === '"' ? endOfString(text, start) + 1 : endOfWord(text, start);
  return text.slice(end).trim() === '';
};

const endOfWord = (text: string, start: number): number => {
  const word = /[\w.+-]+/y;
  word.lastIndex = start;
  return word.test(text) ? word.lastIndex : start + 1;
};

/** Where in a text something is; lines and columns count from 1, a column is a UTF-16 unit. */
interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Text that is not JSON, or JSON that is nested too deeply. The message names the place. */
export class JsonError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(reason: string, { line, column }: TextPosition) {
    super(`${reason} at line ${line}, column ${column}`);
    this.name = 'JsonError';
    this.line = line;
    this.column = column;
  }
}
