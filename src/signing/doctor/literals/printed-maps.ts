import type { JsonNode } from '../../../json/json-node.ts';
import { valueTexts } from './value-texts.ts';

interface Brackets {
  readonly object: readonly [string, string];
  readonly array: readonly [string, string];
  readonly assign: string;
  readonly separator: string;
  readonly quote: (text: string) => string;
  readonly nothing: string;
}

const print = (node: JsonNode, brackets: Brackets): string => {
  const { object, array, assign, separator, quote, nothing } = brackets;
  if (node.kind === 'object') {
    const members = node.members.map(
      ({ name, value }) => quote(name) + assign + print(value, brackets),
    );
    return object[0] + members.join(separator) + object[1];
  }
  if (node.kind === 'array') {
    const items = node.items.map((item) => print(item, brackets));
    return array[0] + items.join(separator) + array[1];
  }
  if (node.kind === 'string') return quote(node.value);
  return node.kind === 'null' ? nothing : valueTexts.json(node);
};

const bare = (text: string): string => text;

const java: Brackets = {
  object: ['{', '}'],
  array: ['[', ']'],
  assign: '=',
  separator: ', ',
  quote: bare,
  nothing: 'null',
};

const go: Brackets = {
  object: ['map[', ']'],
  array: ['[', ']'],
  assign: ':',
  separator: ' ',
  quote: bare,
  nothing: '<nil>',
};

const ruby: Brackets = {
  ...java,
  assign: '=>',
  quote: (text) => JSON.stringify(text),
  nothing: 'nil',
};

/** The tree as Java's Map.toString, Go's %v and Ruby's inspect print it. */
export const printedMaps = (node: JsonNode): readonly string[] => [
  print(node, java),
  print(node, go),
  print(node, ruby),
  print(node, { ...ruby, assign: ' => ' }),
];
