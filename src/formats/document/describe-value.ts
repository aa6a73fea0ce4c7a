import { isMap, isScalar, isSeq } from 'yaml';
import { nodeAt } from './locate.ts';
import type { Source } from './source.ts';
import type { Path } from './span.ts';

/** Longer texts are cut in messages. */
const longest = 40;

/** A value as a sentence names it; a scalar as it is written, secrets masked. */
export const describeValue = (source: Source, path: Path): string => {
  const node = nodeAt(source, path);
  if (isMap(node)) return 'a mapping';
  if (isSeq(node)) return node.items.length === 0 ? 'an empty list' : 'a list';
  const [start, end] = node?.range ?? [0, 0];
  if (!isScalar(node) || start === end) return 'nothing';
  const written = source.page.text.slice(start, end).replaceAll(/\s+/g, ' ').trim();
  const characters = [...written];
  const shown = characters.length > longest ? `${characters.slice(0, longest).join('')}…` : written;
  return `\`${shown}\``;
};
