import type { JsonMember, JsonNode } from '../../../json/json-node.ts';

/** The tree without these members, at the top level or at every level. */
export const dropMembers = (
  node: JsonNode,
  isDropped: (member: JsonMember) => boolean,
  depth: 'top' | 'deep' = 'deep',
): JsonNode => {
  const inside = (value: JsonNode): JsonNode =>
    depth === 'deep' ? dropMembers(value, isDropped) : value;
  if (node.kind === 'array') return { kind: 'array', items: node.items.map(inside) };
  if (node.kind !== 'object') return node;
  const kept = node.members.filter((member) => !isDropped(member));
  return {
    kind: 'object',
    members: kept.map(({ name, value }) => ({ name, value: inside(value) })),
  };
};
