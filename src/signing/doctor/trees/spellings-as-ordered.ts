import type { JsonNode } from '../../../json/json-node.ts';
import type { Dialect } from '../../dialect.ts';
import { serialise } from '../../serialise.ts';

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
