import type { Alias, Node, Pair } from 'yaml';
import { isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';
import { deepest, tooDeepProblem } from './compose-text.ts';
import type { Page, Problem } from './problem.ts';
import { problemsError } from './problem.ts';

/** How many values a document may have once its aliases are written out. */
const mostValues = 100_000;

interface ReadState {
  readonly page: Page;
  readonly anchors: Map<string, Node>;
  readonly targets: Map<Alias, Node>;
  /** Aliases that are being written out, from the outermost. */
  aliases: readonly Alias[];
  depth: number;
  values: number;
}

/** The plain value below a node, with every alias followed. Throws where it is more than we take. */
export const readValue = (
  page: Page,
  root: Node,
): { readonly value: unknown; readonly targets: ReadonlyMap<Alias, Node> } => {
  const reading: ReadState = {
    page,
    anchors: new Map(),
    targets: new Map(),
    aliases: [],
    depth: 0,
    values: 0,
  };
  return { value: plainOf(reading, root), targets: reading.targets };
};

const plainOf = (reading: ReadState, node: unknown): unknown => {
  if (!isNode(node)) return null;
  checkNode(reading, node);
  reading.depth += 1;
  const value = isAlias(node) ? aliasValue(reading, node) : ownValue(reading, node);
  reading.depth -= 1;
  return value;
};

const ownValue = (reading: ReadState, node: Exclude<Node, Alias>): unknown => {
  if (node.anchor !== undefined && reading.aliases.length === 0) {
    reading.anchors.set(node.anchor, node);
  }
  if (isScalar(node)) return node.value;
  if (isSeq(node)) return node.items.map((item) => plainOf(reading, item));
  if (!isMap(node)) return null;
  return Object.fromEntries(node.items.map((pair) => entryOf(reading, pair)));
};

const entryOf = (reading: ReadState, { key, value }: Pair): [string, unknown] => {
  const name = isScalar(key) ? String(key.value) : '';
  // Validators drop this key silently.
  if (name === '__proto__') fail(reading, key, 'the key `__proto__` cannot be used', '');
  return [name, plainOf(reading, value)];
};

/** An alias is followed to the anchor before it; the copy it stands for sets no anchors again. */
const aliasValue = (reading: ReadState, alias: Alias): unknown => {
  const target = reading.targets.get(alias) ?? reading.anchors.get(alias.source);
  if (target === undefined) {
    return fail(reading, alias, `no anchor \`&${alias.source}\` comes before this alias`, '');
  }
  reading.targets.set(alias, target);
  const outer = reading.aliases;
  reading.aliases = [...outer, alias];
  const value = plainOf(reading, target);
  reading.aliases = outer;
  return value;
};

const checkNode = (reading: ReadState, node: Node): void => {
  reading.values += 1;
  if (!isAlias(node) && node.tag !== undefined) {
    const tag = node.tag.replace(/^tag:yaml\.org,2002:/, '!!');
    const start = Math.max(
      0,
      reading.page.text.lastIndexOf('!', startOf(node)) - tag.lastIndexOf('!'),
    );
    throw problemsError(reading.page, [tagProblem(tag, start)]);
  }
  const at = reading.aliases[0] ?? node;
  if (reading.depth > deepest) throw problemsError(reading.page, [tooDeepProblem(startOf(at))]);
  if (reading.values > mostValues) {
    fail(reading, at, `the document has more than ${mostValues} values`, 'write less with aliases');
  }
};

const tagProblem = (tag: string, start: number): Problem => ({
  span: { start, end: start + tag.length },
  message: `tags such as \`${tag}\` are not used here`,
  remedy: 'leave the tag out',
});

const startOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0);

const fail = (reading: ReadState, node: unknown, message: string, remedy: string): never => {
  const start = startOf(node);
  const end = isNode(node) && !isMap(node) && !isSeq(node) ? (node.range?.[1] ?? start) : start + 1;
  const problem: Problem = { span: { start, end }, message, remedy };
  throw problemsError(reading.page, [problem]);
};
