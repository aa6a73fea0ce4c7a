import { type Alias, isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair } from 'yaml';
import { type Path, type Place, type Problem, placeAt, type Span } from './problem.ts';
import type { Source } from './read-source.ts';

/** Something wrong that no schema sees, by the path of its value. */
export interface Complaint {
  readonly path: Path;
  readonly message: string;
  readonly remedy: string;
  /** What of it is pointed at: the key, or these characters; the value when left out. */
  readonly at?: 'key' | { readonly part: string };
}

/** `{value}` in the message stands for the value as it is written: one that the environment gave may be a secret. */
export const problemOf = (source: Source, { path, remedy, at, ...complaint }: Complaint): Problem => {
  const message = complaint.message.replace('{value}', () => shownText(source, path));
  const value = locateValue(source, path);
  if (at === undefined) return { span: value, message, remedy };
  if (at === 'key') return { span: locateKey(source, path), message, remedy };
  const start = value.start + Math.max(0, source.page.text.slice(value.start, value.end).indexOf(at.part));
  return { span: { start, end: start + at.part.length }, message, remedy };
};

/** Where the value at a path begins. */
export const placeOf = (source: Source, path: Path): Place => placeAt(source.page, locateValue(source, path).start);

/** The node at a path, aliases followed; undefined where there is none. */
export const nodeAt = (source: Source, path: Path): Node | undefined =>
  path.reduce<Node | undefined>(
    (node, key) => {
      const child = isSeq(node) ? node.items[Number(key)] : pairOf(node, key)?.value;
      return isNode(child) ? targetOf(source, child) : undefined;
    },
    targetOf(source, source.root),
  );

const pairOf = (node: Node | undefined, key: PropertyKey | undefined): Pair | undefined =>
  isMap(node) ? node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key)) : undefined;

const targetOf = ({ targets }: Source, node: Node): Node | undefined => {
  let target: Node | undefined = node;
  while (isAlias(target)) target = targets.get(target as Alias);
  return target;
};

/** A scalar as errors may show it: as written, without its quotes, secrets masked. */
export const shownText = (source: Source, path: Path): string => {
  // One item may stand where its list would.
  const node = nodeAt(source, path) ?? nodeAt(source, path.slice(0, -1));
  const [start, end] = (isScalar(node) ? node.range : undefined) ?? [0, 0];
  return source.page.text
    .slice(start, end)
    .trim()
    .replaceAll(/^["']|["']$/g, '');
};

/** Where the value at a path stands; where it is missing, the value that should have held it. */
export const locateValue = (source: Source, path: Path): Span => {
  const node = nodeAt(source, path);
  if (node === undefined) return locateValue(source, path.slice(0, -1));
  const [start, end] = node.range ?? [0, 0];
  if (isMap(node) || isSeq(node)) return { start, end: start + 1 };
  // Nothing was written after the key: point at the key.
  return start === end && path.length > 0 ? locateKey(source, path) : { start, end };
};

/** Where the last key of a path stands; the value itself in a list. */
export const locateKey = (source: Source, path: Path): Span => {
  const key = pairOf(nodeAt(source, path.slice(0, -1)), path.at(-1))?.key;
  const [start, end] = (isNode(key) ? key.range : nodeAt(source, path)?.range) ?? [0, 0];
  return { start, end };
};

/** Tells of items whose id an earlier item of the list has. */
export function* twinComplaints(
  items: readonly { readonly id: string | number }[],
  { path, noun, lineOf }: { readonly path: Path; readonly noun: string; readonly lineOf: (path: Path) => number },
): Generator<Complaint> {
  for (const [index, { id }] of items.entries()) {
    const first = items.findIndex((item) => item.id === id);
    if (first === index) continue;
    const remedy = `see line ${lineOf([...path, first, 'id'])}`;
    yield { path: [...path, index, 'id'], message: `another ${noun} has the id \`{value}\``, remedy };
  }
}
