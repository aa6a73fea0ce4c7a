import type { JsonMember, JsonNode } from '../base/json.ts';
import { type EscapingName, type Quote, quoteText } from './escaping.ts';

/**
 * The string that is signed (section 5): sorted, then serialised in the dialect. Does not trim: a
 * request is trimmed first (`trimNode`), a callback is signed as it is.
 */
export const canonicalForm = (node: JsonNode, dialect: Dialect): string =>
  serialise(sortNode(node, dialect.order), dialect);

/** A way to write the signed JSON: what a serialiser does where JSON leaves it free. */
export interface Dialect {
  readonly name: string;
  /** What is particular to it, and what it is typical of. */
  readonly sentence: string;
  /** `shallow` sorts the top level only; `deep` every level, objects in arrays too. */
  readonly order: 'shallow' | 'deep';
  readonly escaping: EscapingName;
  readonly separators: 'compact' | 'spaced';
  readonly numbers: NumberStyle;
  /** How an empty object is written: PHP's arrays do not know it from an empty list. */
  readonly emptyObject: '{}' | '[]';
}

/**
 * Section 5, step 3: the tree with its keys in alphabetical order, at every level or at the top
 * level only. A repeated key is there once, where it first was and with its last value, as parsers
 * leave it.
 */
export const sortNode = (node: JsonNode, order: Dialect['order']): JsonNode =>
  node.kind === 'object'
    ? { kind: 'object', members: inside(uniqueMembers(node.members).sort(byName), order) }
    : sortInside(node, order);

const inside = (members: readonly JsonMember[], order: Dialect['order']): JsonMember[] =>
  members.map(({ name, value }) => ({ name, value: sortInside(value, order) }));

const sortInside = (node: JsonNode, order: Dialect['order']): JsonNode => {
  if (node.kind === 'array') {
    return { kind: 'array', items: node.items.map((item) => sortInside(item, order)) };
  }
  if (node.kind !== 'object') return node;
  return order === 'deep'
    ? sortNode(node, order)
    : { kind: 'object', members: inside(uniqueMembers(node.members), order) };
};

const uniqueMembers = (members: readonly JsonMember[]): JsonMember[] => {
  const byKey = new Map(members.map(({ name, value }) => [name, value]));
  return byKey.size === members.length ? [...members] : Array.from(byKey, ([name, value]) => ({ name, value }));
};

const byName = (one: JsonMember, other: JsonMember): number => compareKeys(one.name, other.name);

/** Alphabetical order by UTF-16 units, as JavaScript, Java and C# sort; no key occurs twice. */
export const compareKeys = (one: string, other: string): number => (one < other ? -1 : 1);

/**
 * Section 5, step 4: the tree as text, members in the order they have, as the dialect writes it.
 * `quote`: quoteText, or what does the same.
 */
export const serialise = (node: JsonNode, dialect: Dialect, quote: Quote = quoteText): string => {
  switch (node.kind) {
    case 'object':
      return serialiseObject(node, dialect, quote);
    case 'array': {
      const items = node.items.map((item) => serialise(item, dialect, quote));
      return `[${items.join(separators[dialect.separators].item)}]`;
    }
    case 'string':
      return quote(node.value, dialect.escaping);
    case 'number':
      return numberText(node.text, dialect.numbers);
    case 'boolean':
      return String(node.value);
    case 'null':
      return 'null';
  }
};

const separators = {
  compact: { item: ',', colon: ':' },
  spaced: { item: ', ', colon: ': ' },
} as const;

const serialiseObject = (
  { members }: Extract<JsonNode, { kind: 'object' }>,
  dialect: Dialect,
  quote: Quote,
): string => {
  if (members.length === 0) return dialect.emptyObject;
  const { item, colon } = separators[dialect.separators];
  const written = members.map(
    ({ name, value }) => quote(name, dialect.escaping) + colon + serialise(value, dialect, quote),
  );
  return `{${written.join(item)}}`;
};

/**
 * How a serialiser writes a number: as its text was sent, or printed anew from a double as
 * JavaScript and Go do it, or as PHP does it (exact below 2^63, exponents such as `1.0e-5`).
 */
export type NumberStyle = 'as-sent' | 'js' | 'php';

/** A number's text in a style: `10.50` is `10.5` when it is printed anew. */
export const numberText = (text: string, style: NumberStyle): string => {
  if (style === 'as-sent' || printedAlike.test(text)) return text;
  return style === 'js' ? jsText(text) : phpText(text);
};

/** Whole numbers that every style leaves as they are: most of those in a body. */
const printedAlike = /^(?:0|-?[1-9]\d{0,14})$/;

/** As JSON.stringify: no negative zero, and null for what is beyond the largest double. */
const jsText = (text: string): string => JSON.stringify(Number(text));

const phpText = (text: string): string => {
  if (/^-?\d{1,19}$/.test(text) && isPhpInteger(BigInt(text))) return String(BigInt(text));
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  const [mantissa = '', power = ''] = value.toExponential().split('e');
  const isPlain = Number(power) >= -4 && Number(power) <= 16;
  if (isPlain) return plainText(value);
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}e${power}`;
};

const isPhpInteger = (value: bigint): boolean => BigInt.asIntN(64, value) === value;

const plainText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));
