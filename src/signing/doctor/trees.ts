import { type JsonMember, type JsonNode, renderJson } from '../../base/json.ts';
import { namesOf } from '../../spec/closed-list.ts';
import { compareKeys, type Dialect, serialise, sortNode } from '../canonical-form.ts';
import { escapings, type Quote, quoteText } from '../escaping.ts';

/** Writes trees in the dialects of a body, each tree once in a search: nothing comes of one that it had before. */
export interface Spelling {
  /** Sorted as each dialect sorts. */
  readonly sorted: (tree: JsonNode) => Iterable<string>;
  /** In the order that it has. */
  readonly asOrdered: (tree: JsonNode) => Iterable<string>;
}

export const createSpelling = (dialects: readonly Dialect[], quote: Quote): Spelling => {
  const isNewSorted = createIsNew();
  const isNewOrdered = createIsNew();
  const unordered = writtenAlike(dialects);
  return {
    sorted: function* (tree) {
      // Where the top level is sorted alike, all below is: one look is enough for both orders.
      const shallow = sortNode(tree, 'shallow');
      if (!isNewSorted(shallow)) return;
      const sorted = { deep: sortNode(shallow, 'deep'), shallow };
      for (const dialect of dialects) yield serialise(sorted[dialect.order], dialect, quote);
    },
    asOrdered: function* (tree) {
      if (!isNewOrdered(tree)) return;
      for (const dialect of unordered) yield serialise(tree, dialect, quote);
    },
  };
};

/** Whether such a tree, with its members in that order, comes for the first time. */
export const createIsNew = (): ((tree: JsonNode) => boolean) => {
  const seen = new Set<string>();
  return (tree) => seen.size < seen.add(renderJson(tree)).size;
};

/** Quotes each text once for each way to escape: a search writes the same few strings thousands of times. */
export const createQuote = (): Quote => {
  const known = new Map(namesOf(escapings).map((name) => [name, new Map<string, string>()]));
  return (text, name) => {
    const ofName = known.get(name);
    const before = ofName?.get(text);
    if (before !== undefined) return before;
    const quoted = quoteText(text, name);
    ofName?.set(text, quoted);
    return quoted;
  };
};

/** The tree sorted and written in each of the dialects. */
export function* spellings(tree: JsonNode, dialects: readonly Dialect[], quote: Quote): Generator<string> {
  const sorted = { deep: sortNode(tree, 'deep'), shallow: sortNode(tree, 'shallow') };
  for (const dialect of dialects) yield serialise(sorted[dialect.order], dialect, quote);
}

/** The tree in the order that it has, written in each of the dialects. */
export function* spellingsAsOrdered(tree: JsonNode, dialects: readonly Dialect[]): Generator<string> {
  for (const dialect of writtenAlike(dialects)) yield serialise(tree, dialect);
}

/** The first of the dialects that differ in nothing but their order. */
const writtenAlike = (dialects: readonly Dialect[]): readonly Dialect[] => {
  const byWriting = new Map<string, Dialect>();
  for (const dialect of dialects) {
    const { escaping, separators, numbers, emptyObject } = dialect;
    const key = [escaping, separators, numbers, emptyObject].join();
    if (!byWriting.has(key)) byWriting.set(key, dialect);
  }
  return [...byWriting.values()];
};

/** Where keys are sorted: nowhere, everywhere, at the top level, or everywhere but there. */
export type Depth = 'none' | 'deep' | 'shallow' | 'nested';

export type CompareMembers = (one: JsonMember, other: JsonMember) => number;

const byName: CompareMembers = (one, other) => compareKeys(one.name, other.name);

/** The tree in an order; a repeated key is there once, first place and last value. */
export const orderNode = (node: JsonNode, depth: Depth, compare: CompareMembers = byName): JsonNode => {
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

/** A node that holds no other, and where it is: `freespins.total`, `items.0`. */
type MapLeaf = (leaf: JsonNode, path: string) => JsonNode;

/** The tree with every string, number, boolean, null, empty object and empty list mapped. */
export const mapLeaves = (node: JsonNode, map: MapLeaf, path = ''): JsonNode => {
  const below = (name: string | number): string => (path === '' ? `${name}` : `${path}.${name}`);
  if (node.kind === 'object' && node.members.length > 0) {
    const members = node.members.map(({ name, value }) => ({
      name,
      value: mapLeaves(value, map, below(name)),
    }));
    return { kind: 'object', members };
  }
  if (node.kind === 'array' && node.items.length > 0) {
    const items = node.items.map((item, index) => mapLeaves(item, map, below(index)));
    return { kind: 'array', items };
  }
  return map(node, path);
};

/** The paths of the leaves that differ between two trees of the same shape. */
export const changedFields = (one: JsonNode, other: JsonNode): readonly string[] => {
  const leaves = new Map<string, JsonNode>();
  const changed: string[] = [];
  mapLeaves(one, (leaf, path) => {
    leaves.set(path, leaf);
    return leaf;
  });
  mapLeaves(other, (leaf, path) => {
    if (!isSameLeaf(leaf, leaves.get(path))) changed.push(path);
    return leaf;
  });
  return changed;
};

/** Most leaves are the very same one. */
const isSameLeaf = (one: JsonNode, other: JsonNode | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** As asort of PHP 8 compares values of the same kind; numbers and other text are compared as text. */
export const compareValues = (one: JsonNode, other: JsonNode): number => {
  const [first, second] = [textOf(one), textOf(other)];
  if (isBoolean(one) || isBoolean(other)) return Number(isTrue(one)) - Number(isTrue(other));
  if (first === undefined || second === undefined) {
    return Number(first === undefined) - Number(second === undefined);
  }
  if (isNumeric(first) && isNumeric(second)) return Number(first) - Number(second);
  if (first === second) return 0;
  return first < second ? -1 : 1;
};

/** null is compared as a boolean with all but text. */
const isBoolean = ({ kind }: JsonNode): boolean => kind === 'boolean' || kind === 'null';

const isTrue = (node: JsonNode): boolean => {
  const text = textOf(node);
  return text === undefined || (text !== '' && text !== '0');
};

const textOf = (node: JsonNode): string | undefined => {
  switch (node.kind) {
    case 'string':
      return node.value;
    case 'number':
      return node.text;
    case 'boolean':
      return node.value ? '1' : '';
    case 'null':
      return '';
    default:
      return undefined;
  }
};

const isNumeric = (text: string): boolean => /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/iu.test(text);
