import type { JsonMember, JsonNode } from '../json/json-node.ts';
import { compareKeys } from './compare-keys.ts';
import type { Dialect } from './dialect.ts';

/**
 * Section 5, step 3: the tree with its keys in alphabetical order, at every level or at the top
 * level only. A repeated key is there once, where it first was and with its last value, as parsers
 * leave it.
 */
export const sortNode = (node: JsonNode, order: Dialect['order']): JsonNode =>
  node.kind === 'object'
    ? { kind: 'object', members: inside(uniqueMembers(node.members).sort(byName), order) }
    : sortInside(node, order);

const inside = (members: readonly JsonMember[], order: Dialect['order']): JsonMember[] =>
  members.map(({ name, value }) => ({ name, value: sortInside(value, order) }));

const sortInside = (node: JsonNode, order: Dialect['order']): JsonNode => {
  if (node.kind === 'array') {
    return { kind: 'array', items: node.items.map((item) => sortInside(item, order)) };
  }
  if (node.kind !== 'object') return node;
  return order === 'deep'
    ? sortNode(node, order)
    : { kind: 'object', members: inside(uniqueMembers(node.members), order) };
};

const uniqueMembers = (members: readonly JsonMember[]): JsonMember[] => {
  const byKey = new Map(members.map(({ name, value }) => [name, value]));
  return byKey.size === members.length
    ? [...members]
    : Array.from(byKey, ([name, value]) => ({ name, value }));
};

const byName = (one: JsonMember, other: JsonMember): number => compareKeys(one.name, other.name);
