import { parseJson } from '../json/parse-json.ts';
import { dialects } from './dialects.ts';
import { sameSignature } from './same-signature.ts';
import { serialise } from './serialise.ts';
import { sign } from './sign.ts';
import { sortNode } from './sort-node.ts';
import type { SignedRequest } from './verify-request.ts';

/**
 * Section 5, the mistake that it warns of: whether the header signs the sorted body with the spaces
 * around its values, in any dialect. A text that is no JSON is signed by nothing.
 */
export const signsUntrimmed = ({
  text,
  header,
  token,
}: Pick<SignedRequest, 'text' | 'header' | 'token'>): boolean => {
  const tree = treeOf(text);
  if (tree === undefined) return false;
  const sorted = { deep: sortNode(tree, 'deep'), shallow: sortNode(tree, 'shallow') };
  const texts = new Set(dialects.map((dialect) => serialise(sorted[dialect.order], dialect)));
  return [...texts].some((canonical) => sameSignature(header, sign(canonical, token)));
};

const treeOf = (text: string) => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};
