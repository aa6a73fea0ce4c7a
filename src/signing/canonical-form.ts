import type { JsonNode } from '../json/json-node.ts';
import type { Dialect } from './dialect.ts';
import { serialise } from './serialise.ts';
import { sortNode } from './sort-node.ts';

/**
 * The string that is signed (section 5): sorted, then serialised in the dialect. Does not trim: a
 * request is trimmed first (`trimNode`), a callback is signed as it is.
 */
export const canonicalForm = (node: JsonNode, dialect: Dialect): string =>
  serialise(sortNode(node, dialect.order), dialect);
