import type { JsonNode } from '../../../json/json-node.ts';
import type { Dialect } from '../../dialect.ts';
import { serialise } from '../../serialise.ts';
import { sortNode } from '../../sort-node.ts';

/** The tree sorted and written in each of the dialects. */
export function* spellings(tree: JsonNode, dialects: readonly Dialect[]): Generator<string> {
  const sorted = { deep: sortNode(tree, 'deep'), shallow: sortNode(tree, 'shallow') };
  for (const dialect of dialects) yield serialise(sorted[dialect.order], dialect);
}
