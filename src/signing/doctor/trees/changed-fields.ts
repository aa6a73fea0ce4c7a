import type { JsonNode } from '../../../json/json-node.ts';
import { mapLeaves } from './map-leaves.ts';

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
