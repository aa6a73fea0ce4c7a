import type { JsonMember, JsonNode } from '../../json/json-node.ts';
import type { Dialect } from '../canonical-form.ts';
import { compareKeys, serialise, sortNode } from '../canonical-form.ts';

/** The tree sorted and written in each of the dialects. */
export function* spellings(tree: JsonNode, dialects: readonly Dialect[]): Generator<string> {
  const sorted = { deep: sortNode(tree, 'deep'), shallow: sortNode(tree, 'shallow') };
  for (const dialect of dialects) yield serialise(sorted[dialect.order], dialect);
}

/** The tree in the order that it has, written in each of the dialects. */
export function* spellingsAsOrdered(
  tree: JsonNode,
  dialects: readonly Dialect[],
): Generator<string> {
  const seen = new Set<string>();
  for (const dialect of dialects) {
    const { escaping, separators, numbers, emptyObject } = dialect;
    const key = [escaping, separators, numbers, emptyObject].join();
    if (!seen.has(key)) yield serialise(tree, dialect);
    seen.add(key);
  }
}

/** Where keys are sorted: nowhere, everywhere, at the top level, or everywhere but there. */
export type Depth = 'none' | 'deep' | 'shallow' | 'nested';

export type CompareMembers = (one: JsonMember, other: JsonMember) => number;

const byName: CompareMembers = (one, other) => compareKeys(one.name, other.name);

/** The tree in an order; a repeated key is there once, first place and last value. */
export const orderNode = (
  node: JsonNode,
  depth: Depth,
  compare: CompareMembers = byName,
): JsonNode => {
  const inside = depth === 'nested' || depth === 'deep' ? 'deep' : 'none';
  if (node.kind === 'array') {
    // The specification's body is an object: a list does not count as a level.
    return { kind: 'array', items: node.items.map((item) => orderNode(item, inside, compare)) };
  }
  if (node.kind !== 'object') return node;
  const unique = [...new Map(node.members.map((member) => [member.name, member.value]))];
  const members = unique.map(([name, value]) => ({
    name,
    value: orderNode(value, inside, compare),
  }));
  const isSorted = depth === 'deep' || depth === 'shallow';
  return { kind: 'object', members: isSorted ? members.sort(compare) : members };
};

/** A node that holds no other, and where it is: `freespins.total`, `items.0`. */
type MapLeaf = (leaf: JsonNode, path: string) => JsonNode;

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

/** The paths of the leaves that differ between two trees of the same shape. */
export const changedFields = (one: JsonNode, other: JsonNode): readonly string[] => {
  const leaves = new Map<string, string>();
  const changed: string[] = [];
  mapLeaves(one, (leaf, path) => {
    leaves.set(path, JSON.stringify(leaf));
    return leaf;
  });
  mapLeaves(other, (leaf, path) => {
    if (leaves.get(path) !== JSON.stringify(leaf)) changed.push(path);
    return leaf;
  });
  return changed;
};

/** As asort of PHP 8 compares values of the same kind; numbers and other text are compared as text. */
export const compareValues = (one: JsonNode, other: JsonNode): number => {
  const [first, second] = [textOf(one), textOf(other)];
  if (isBoolean(one) || isBoolean(other)) return Number(isTrue(one)) - Number(isTrue(other));
  if (first === undefined || second === undefined) {
    return Number(first === undefined) - Number(second === undefined);
  }
  if (isNumeric(first) && isNumeric(second)) return Number(first) - Number(second);
  if (first === second) return 0;
  return first < second ? -1 : 1;
};

/** null is compared as a boolean with all but text. */
const isBoolean = ({ kind }: JsonNode): boolean => kind === 'boolean' || kind === 'null';

const isTrue = (node: JsonNode): boolean => {
  const text = textOf(node);
  return text === undefined || (text !== '' && text !== '0');
};

const textOf = (node: JsonNode): string | undefined => {
  switch (node.kind) {
    case 'string':
      return node.value;
    case 'number':
      return node.text;
    case 'boolean':
      return node.value ? '1' : '';
    case 'null':
      return '';
    default:
      return undefined;
  }
};

const isNumeric = (text: string): boolean =>
  /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/iu.test(text);
