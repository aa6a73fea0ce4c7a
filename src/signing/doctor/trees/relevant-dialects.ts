import type { JsonNode } from '../../../json/json-node.ts';
import type { Dialect } from '../../dialect.ts';
import { dialects } from '../../dialects.ts';
import { serialise } from '../../serialise.ts';
import { orderNode } from './order-node.ts';

/** The dialects that write this body differently, the likeliest of those that write it alike. */
export const relevantDialects = (tree: JsonNode): readonly Dialect[] => {
  const sorted = { deep: orderNode(tree, 'deep'), shallow: orderNode(tree, 'shallow') };
  const byText = new Map<string, Dialect>();
  for (const dialect of dialects) {
    const text = serialise(sorted[dialect.order], dialect);
    if (!byText.has(text)) byText.set(text, dialect);
  }
  return [...byText.values()];
};
