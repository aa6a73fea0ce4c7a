import type { JsonMember, JsonNode } from '../json/json-node.ts';
import { compareKeys } from './compare-keys.ts';
import type { Dialect } from './dialect.ts';
import { quoteText } from './escaping.ts';
import { numberText } from './number-text.ts';

/**
 * The string that is signed (section 5, steps 3 and 4): keys sorted by UTF-16 units, serialised in
 * the dialect. Does not trim: a request is trimmed first (`trimNode`), a callback is not. A
 * repeated key stays where it first was, with its last value, as parsers leave it.
 */
export const canonicalForm = (node: JsonNode, dialect: Dialect): string =>
  write(node, dialect, 'sorted');

type MemberOrder = 'sorted' | 'as sent';

const write = (node: JsonNode, dialect: Dialect, order: MemberOrder): string => {
  switch (node.kind) {
    case 'object':
      return writeObject(node.members, dialect, order);
    case 'array':
      return `[${writeItems(node.items, dialect).join(separatorsOf(dialect).item)}]`;
    case 'string':
      return quoteText(node.value, dialect.escaping);
    case 'number':
      return numberText(node.text, dialect.numbers);
    case 'boolean':
      return String(node.value);
    case 'null':
      return 'null';
  }
};

/** The order of what is inside: only a deep sort goes on below the top level. */
const orderInside = ({ order }: Dialect): MemberOrder => (order === 'deep' ? 'sorted' : 'as sent');

const writeItems = (items: readonly JsonNode[], dialect: Dialect): string[] =>
  items.map((item) => write(item, dialect, orderInside(dialect)));

const writeObject = (
  members: readonly JsonMember[],
  dialect: Dialect,
  order: MemberOrder,
): string => {
  if (members.length === 0) return dialect.emptyObject;
  const { item, colon } = separatorsOf(dialect);
  const written = arrange(members, order).map(
    ([name, value]) =>
      `${quoteText(name, dialect.escaping)}${colon}${write(value, dialect, orderInside(dialect))}`,
  );
  return `{${written.join(item)}}`;
};

const arrange = (
  members: readonly JsonMember[],
  order: MemberOrder,
): readonly (readonly [string, JsonNode])[] => {
  const unique = [...new Map(members.map(({ name, value }) => [name, value]))];
  return order === 'sorted' ? unique.sort(([one], [other]) => compareKeys(one, other)) : unique;
};

const separatorsOf = ({ separators }: Dialect): { item: string; colon: string } =>
  separators === 'spaced' ? spaced : compact;

const compact = { item: ',', colon: ':' };
const spaced = { item: ', ', colon: ': ' };
