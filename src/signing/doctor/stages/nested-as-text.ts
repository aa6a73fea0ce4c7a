import { type JsonNode, renderJson } from '../../../base/json.ts';
import { serialise } from '../../canonical-form.ts';
import type { Attempt, Stage } from '../situation.ts';
import { spellings } from '../trees.ts';

/** Objects and lists inside turned into text before the whole was serialised. */
export const nestedAsText: Stage = function* ({ tree, dialects, quote }): Generator<Attempt> {
  if (!hasInside(tree)) return;
  for (const dialect of dialects) {
    const changes: readonly ToText[] = [(node) => serialise(node, dialect, quote), ...words];
    for (const change of changes) {
      for (const subject of spellings(withText(tree, change), [dialect], quote)) {
        yield { subject, mistake: 'nested-as-text' };
      }
    }
  }
};

type ToText = (node: JsonNode) => string;

const words: readonly ToText[] = [
  (node) => (node.kind === 'object' ? '[object Object]' : String(JSON.parse(renderJson(node)))),
  () => 'Array',
  () => '[object Object]',
];

const hasInside = (tree: JsonNode): boolean =>
  tree.kind === 'object' && tree.members.some(({ value }) => isNested(value));

const isNested = ({ kind }: JsonNode): boolean => kind === 'object' || kind === 'array';

const withText = (tree: JsonNode, toText: ToText): JsonNode => {
  if (tree.kind !== 'object') return tree;
  const members = tree.members.map(({ name, value }): { name: string; value: JsonNode } => ({
    name,
    value: isNested(value) ? { kind: 'string', value: toText(value) } : value,
  }));
  return { kind: 'object', members };
};
