import type { JsonNode } from '../json/json-node.ts';
import type { IsEdge } from './trim-text.ts';
import { trimText } from './trim-text.ts';

/** Section 5: the tree with every string value trimmed at both ends; keys stay. */
export const trimNode = (node: JsonNode, isEdge?: IsEdge): JsonNode => {
  switch (node.kind) {
    case 'string':
      return { kind: 'string', value: trimText(node.value, isEdge) };
    case 'array':
      return { kind: 'array', items: node.items.map((item) => trimNode(item, isEdge)) };
    case 'object': {
      const members = node.members.map(({ name, value }) => ({
        name,
        value: trimNode(value, isEdge),
      }));
      return { kind: 'object', members };
    }
    default:
      return node;
  }
};
