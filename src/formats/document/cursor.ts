import { type Alias, isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair } from 'yaml';
import { type Path, type Place, type Problem, placeAt, problemsError, type Span } from './problem.ts';
import type { Source } from './read-source.ts';

/** A place in a source, for what a schema cannot check. Complaints are thrown when all is seen. */
export interface Cursor {
  /** Further down, by keys and list positions (from 0). */
  at(...keys: PropertyKey[]): Cursor;
  /** A scalar as it is written, so that a number keeps every digit; undefined when it is none. */
  text(): string | undefined;
  place(): Place;
  /** There is a problem with the value. */
  complain(message: string, remedy: string): void;
  /** There is a problem with the key. */
  complainOfKey(message: string, remedy: string): void;
  /** There is a problem with these characters of the value. */
  complainOf(part: string, message: string, remedy: string): void;
}

/** Runs `look` on a source; throws when it complained, with all that it complained of. */
export const examine = <T>(source: Source, look: (root: Cursor) => T): T => {
  const problems: Problem[] = [];
  const result = look(cursorAt(source, problems, []));
  if (problems.length > 0) throw problemsError(source.page, problems);
  return result;
};

/** What `look` complains of. */
export const complaintsOf = (source: Source, look: (root: Cursor) => unknown): readonly Problem[] => {
  const problems: Problem[] = [];
  look(cursorAt(source, problems, []));
  return problems;
};

const cursorAt = (source: Source, problems: Problem[], path: Path): Cursor => {
  const complain = (span: Span, message: string, remedy: string): void => {
    problems.push({ span, message, remedy });
  };
  return {
    at: (...keys) => cursorAt(source, problems, [...path, ...keys]),
    text: () => scalarText(source, path),
    place: () => placeAt(source.page, locateValue(source, path).start),
    complain: (...about) => complain(locateValue(source, path), ...about),
    complainOfKey: (...about) => complain(locateKey(source, path), ...about),
    complainOf: (part, ...about) => complain(locatePart(source, path, part), ...about),
  };
};

/** The node at a path, aliases followed; undefined where there is none. */
export const nodeAt = (source: Source, path: Path): Node | undefined =>
  path.reduce<Node | undefined>((node, key) => childOf(source, node, key), targetOf(source, source.root));

/** A scalar as errors may show it: as written, without its quotes, secrets masked. */
export const shownText = (source: Source, path: Path): string => {
  const node = nodeAt(source, path);
  if (!isScalar(node)) return '';
  const [start, end] = node.range ?? [0, 0];
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
  if (isNode(key) && key.range) return { start: key.range[0], end: key.range[1] };
  const [start, end] = nodeAt(source, path)?.range ?? [0, 0];
  return { start, end };
};

/** Where some characters of a scalar stand; all of it where they cannot be told apart. */
const locatePart = (source: Source, path: Path, part: string): Span => {
  const span = locateValue(source, path);
  const start = source.page.text.slice(span.start, span.end).indexOf(part);
  if (start < 0) return span;
  return { start: span.start + start, end: span.start + start + part.length };
};

/** The text of a scalar as it is written, so that a number keeps every digit; else undefined. */
const scalarText = (source: Source, path: Path): string | undefined => {
  const node = nodeAt(source, path);
  return isScalar(node) ? (node.source ?? String(node.value)) : undefined;
};

const childOf = (source: Source, node: Node | undefined, key: PropertyKey): Node | undefined => {
  const child = isSeq(node) ? node.items[Number(key)] : pairOf(node, key)?.value;
  return isNode(child) ? targetOf(source, child) : undefined;
};

const pairOf = (node: Node | undefined, key: PropertyKey | undefined): Pair | undefined =>
  isMap(node) ? node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key)) : undefined;

const targetOf = ({ targets }: Source, node: Node): Node | undefined => {
  let target: Node | undefined = node;
  while (isAlias(target)) target = targets.get(target as Alias);
  return target;
};

/** Complains of items whose id an earlier item of the list has. */
export const complainOfTwins = (
  items: readonly { readonly id: string | number }[],
  list: Cursor,
  noun: string,
): void => {
  for (const [index, { id }] of items.entries()) {
    const first = items.findIndex((item) => item.id === id);
    if (first === index) continue;
    const { line } = list.at(first, 'id').place();
    const cursor = list.at(index, 'id');
    cursor.complain(`another ${noun} has the id \`${cursor.text() ?? id}\``, `see line ${line}`);
  }
};
