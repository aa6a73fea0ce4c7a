import type { JsonMember, JsonNode } from '../../../json/json-node.ts';
import { compareKeys } from '../../compare-keys.ts';

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
