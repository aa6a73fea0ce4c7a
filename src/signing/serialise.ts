import type { JsonNode } from '../json/json-node.ts';
import type { Dialect } from './dialect.ts';
import { quoteText } from './escaping.ts';
import { numberText } from './number-text.ts';

/** Section 5, step 4: the tree as text, members in the order they have, as the dialect writes it. */
export const serialise = (node: JsonNode, dialect: Dialect): string => {
  switch (node.kind) {
    case 'object':
      return serialiseObject(node, dialect);
    case 'array': {
      const items = node.items.map((item) => serialise(item, dialect));
      return `[${items.join(separators[dialect.separators].item)}]`;
    }
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

const separators = {
  compact: { item: ',', colon: ':' },
  spaced: { item: ', ', colon: ': ' },
} as const;

const serialiseObject = (
  { members }: Extract<JsonNode, { kind: 'object' }>,
  dialect: Dialect,
): string => {
  if (members.length === 0) return dialect.emptyObject;
  const { item, colon } = separators[dialect.separators];
  const written = members.map(
    ({ name, value }) => quoteText(name, dialect.escaping) + colon + serialise(value, dialect),
  );
  return `{${written.join(item)}}`;
};
