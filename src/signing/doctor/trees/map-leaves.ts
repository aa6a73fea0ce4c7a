import type { JsonNode } from '../../../json/json-node.ts';

/** A node that holds no other, and where it is: `freespins.total`, `items.0`. */
export type MapLeaf = (leaf: JsonNode, path: string) => JsonNode;

/** The tree with every string, number, boolean, null, empty object and empty list mapped. */
export const mapLeaves = (node: JsonNode, map: MapLeaf, path = ''): JsonNode => {
  const below = (name: string | number): string => (path === '' ? `${name}` : `${path}.${name}`);
  if (node.kind === 'object' && node.members.length > 0) {
    const members = node.members.map(({ name, value }) => ({
      name,
      value: mapLeaves(value, map, below(name)),
    }));
    return { kind: 'object', members };
  }
  if (node.kind === 'array' && node.items.length > 0) {
    const items = node.items.map((item, index) => mapLeaves(item, map, below(index)));
    return { kind: 'array', items };
  }
  return map(node, path);
};
