import type { JsonNode } from '../../../json/json-node.ts';

/** The tree as PHP's serialize() writes it. */
export const phpSerialized = (node: JsonNode): string => {
  switch (node.kind) {
    case 'object':
      return list(node.members.map(({ name, value }) => keyText(name) + phpSerialized(value)));
    case 'array':
      return list(node.items.map((item, index) => `i:${index};${phpSerialized(item)}`));
    case 'string':
      return text(node.value);
    case 'number':
      return `${/^-?\d+$/u.test(node.text) ? 'i' : 'd'}:${node.text};`;
    case 'boolean':
      return `b:${Number(node.value)};`;
    case 'null':
      return 'N;';
  }
};

const list = (entries: readonly string[]): string => `a:${entries.length}:{${entries.join('')}}`;

const text = (value: string): string => `s:${Buffer.byteLength(value)}:"${value}";`;

/** A key that is a plain integer is one in PHP's arrays. */
const keyText = (name: string): string =>
  /^(?:0|-?[1-9]\d{0,17})$/u.test(name) ? `i:${name};` : text(name);
