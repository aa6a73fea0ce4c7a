import type { JsonMember, JsonNode } from './json-node.ts';

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

const renderMember = ({ name, value }: JsonMember): string =>
  `${JSON.stringify(name)}:${renderJson(value)}`;
