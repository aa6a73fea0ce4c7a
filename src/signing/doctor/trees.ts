import type { JsonMember, JsonNode } from '../../base/json.ts';

/** A node that holds no other, and where it is: `freespins.total`, `items.0`. */
export type MapLeaf = (leaf: JsonNode, path: string) => JsonNode;

/** The tree with every string, number, boolean, null, empty object and empty list mapped. */
export const mapLeaves = (node: JsonNode, map: MapLeaf, path = ''): JsonNode => {
  const below = (name: string | number): string => (path === '' ? `${name}` : `${path}.${name}`);
  if (node.kind === 'object' && node.members.length > 0) {
    return mapMembers(node, ({ name, value }) => mapLeaves(value, map, below(name)));
  }
  if (node.kind === 'array' && node.items.length > 0) {
    return { kind: 'array', items: node.items.map((item, index) => mapLeaves(item, map, below(index))) };
  }
  return map(node, path);
};

/** The object with other values; anything else as it is. */
export const mapMembers = (node: JsonNode, change: (member: JsonMember) => JsonNode): JsonNode =>
  node.kind === 'object'
    ? { kind: 'object', members: node.members.map((member) => ({ name: member.name, value: change(member) })) }
    : node;

/** Each leaf with its path. */
export const leavesOf = (tree: JsonNode): (readonly [path: string, leaf: JsonNode])[] => {
  const leaves: (readonly [string, JsonNode])[] = [];
  mapLeaves(tree, (leaf, path) => {
    leaves.push([path, leaf]);
    return leaf;
  });
  return leaves;
};

/** The first leaf of another tree of the same shape that differs; undefined where none does. */
export const changedField = (tree: JsonNode, other: JsonNode): string | undefined => {
  const leaves = new Map(leavesOf(tree));
  return leavesOf(other).find(([path, leaf]) => !isSameLeaf(leaf, leaves.get(path)))?.[0];
};

/** Most leaves are the very same one. */
const isSameLeaf = (one: JsonNode, other: JsonNode | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The tree without these members, at the top level or at every level. */
export const dropMembers = (
  node: JsonNode,
  isDropped: (member: JsonMember) => boolean,
  depth: 'top' | 'deep' = 'deep',
): JsonNode => {
  const inside = (value: JsonNode): JsonNode => (depth === 'deep' ? dropMembers(value, isDropped) : value);
  if (node.kind === 'array') return { kind: 'array', items: node.items.map(inside) };
  if (node.kind !== 'object') return node;
  const kept = node.members.filter((member) => !isDropped(member));
  return mapMembers({ kind: 'object', members: kept }, ({ value }) => inside(value));
};

/** What stands between items and after a name, and what a level is indented by where all is not on one line. */
export type Spacing = readonly [item: string, colon: string, indent?: string];

/** Compact JSON with other spaces. */
export const respaced = (json: string, [item, colon, indent]: Spacing): string => {
  let level = 0;
  const line = (): string => (indent === undefined ? '' : `\n${indent.repeat(level)}`);
  return json.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|\{\}|\[\]|[{}[\],:]/g, (found) => {
    switch (found) {
      case ',':
        return item + line();
      case ':':
        return colon;
      case '{':
      case '[':
        level += 1;
        return found + line();
      case '}':
      case ']':
        level -= 1;
        return line() + found;
      default:
        return found;
    }
  });
};
