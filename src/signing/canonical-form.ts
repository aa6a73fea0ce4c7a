import type { JsonMember, JsonNode } from '../base/json.ts';
import { type Dialect, type Escaping, type NumberStyle, rawEscaping } from './dialects.ts';

/**
 * The string that is signed (section 5): sorted, then serialised in the dialect. Does not trim: a
 * request is trimmed first (`trimNode`), a callback is signed as it is.
 */
export const canonicalForm = (node: JsonNode, dialect: Dialect): string =>
  serialise(sortNode(node, dialect.order), dialect);

/** Where keys are sorted. Dialects sort every level or the top one; the others are mistakes. */
export type KeyOrder = Dialect['order'] | 'inside' | 'none';

type CompareMembers = (one: JsonMember, other: JsonMember) => number;

const byName: CompareMembers = (one, other) => compareKeys(one.name, other.name);

/** Alphabetical order by UTF-16 units, as JavaScript, Java and C# sort; no key occurs twice. */
export const compareKeys = (one: string, other: string): number => (one < other ? -1 : 1);

/**
 * Section 5, step 3: the tree with its keys in alphabetical order. A repeated key is there once,
 * where it first was and with its last value, as parsers leave it.
 */
export const sortNode = (node: JsonNode, order: KeyOrder, compare: CompareMembers = byName): JsonNode => {
  if (node.kind !== 'object' && node.kind !== 'array') return node;
  const inside = order === 'deep' || order === 'inside' ? 'deep' : 'none';
  // The specification's body is an object: a list does not count as a level.
  if (node.kind === 'array') {
    return { kind: 'array', items: node.items.map((item) => sortNode(item, inside, compare)) };
  }
  const members = uniqueMembers(node.members).map(({ name, value }) => ({
    name,
    value: sortNode(value, inside, compare),
  }));
  return { kind: 'object', members: order === 'deep' || order === 'shallow' ? members.sort(compare) : members };
};

const uniqueMembers = (members: readonly JsonMember[]): readonly JsonMember[] => {
  const byKey = new Map(members.map(({ name, value }) => [name, value]));
  return byKey.size === members.length ? members : Array.from(byKey, ([name, value]) => ({ name, value }));
};

/**
 * Section 5, step 4: the tree as text, members in the order they have, as the dialect writes it.
 * `quote`: quoteText, or what does the same.
 */
export const serialise = (node: JsonNode, dialect: Dialect, quote = quoteText): string => {
  switch (node.kind) {
    case 'object': {
      if (node.members.length === 0) return dialect.emptyObject;
      const { item, colon } = separators[dialect.separators];
      const written = node.members.map(
        ({ name, value }) => quote(name, dialect.escaping) + colon + serialise(value, dialect, quote),
      );
      return `{${written.join(item)}}`;
    }
    case 'array':
      return `[${node.items.map((item) => serialise(item, dialect, quote)).join(separators[dialect.separators].item)}]`;
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

/** A JSON string, quotes included. */
export const quoteText = (text: string, escaping: Escaping): string =>
  escaping === rawEscaping
    ? JSON.stringify(text)
    : `"${text.replace(escaping.pattern, (found) => escapeOf(found, escaping))}"`;

/** A unit, or the two of a character beyond the basic plane. */
const escapeOf = (found: string, { short, hex }: Escaping): string =>
  short[found] ?? hexEscape(found.charCodeAt(0), hex) + (found.length > 1 ? hexEscape(found.charCodeAt(1), hex) : '');

const hexEscape = (unit: number, hex: Escaping['hex']): string => {
  const digits = unit.toString(16).padStart(4, '0');
  return `\\u${hex === 'upper' ? digits.toUpperCase() : digits}`;
};

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
  if (isPlain) return Object.is(value, -0) ? '-0' : String(value);
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}e${power}`;
};

const isPhpInteger = (value: bigint): boolean => BigInt.asIntN(64, value) === value;
