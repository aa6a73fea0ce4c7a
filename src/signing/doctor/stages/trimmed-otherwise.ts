import type { JsonNode } from '../../../base/json.ts';
import { type IsEdge, isSomewhereTrimmed, trimNode } from '../../trim.ts';
import type { Attempt, SignatureSituation, Stage } from '../situation.ts';
import { changedFields, mapLeaves } from '../trees.ts';

/** More or less trimmed than the specification says; a callback is not trimmed at all. */
export const trimmedOtherwise: Stage = function* (situation) {
  const { sent, tree, direction } = situation;
  if (direction === 'callback') {
    yield* of(situation, trimNode(sent), 'trimmed');
    yield* of(situation, trimNode(sent, isSomewhereTrimmed), 'trimmed');
    return;
  }
  if (changedFields(tree, trimNode(sent, isSomewhereTrimmed)).length === 0 && isSame(sent, tree)) {
    return;
  }
  yield* of(situation, sent, 'not-trimmed');
  yield* of(situation, trimTop(sent), 'not-trimmed');
  yield* oneField(situation);
  for (const isEdge of trimSets) yield* of(situation, trimNode(sent, isEdge), 'trimmed-otherwise');
};

const isSame = (one: JsonNode, other: JsonNode): boolean => changedFields(one, other).length === 0;

function* of(
  { tree, spelling }: SignatureSituation,
  read: JsonNode,
  mistake: 'trimmed' | 'not-trimmed' | 'trimmed-otherwise',
): Generator<Attempt> {
  const [field] = changedFields(tree, read);
  if (field === undefined) return;
  const isNested = mistake === 'not-trimmed' && field.includes('.');
  for (const subject of spelling.sorted(read)) {
    yield { subject, mistake: isNested ? 'nested-not-trimmed' : mistake, field };
  }
}

/** Where several fields have spaces, any one of them may have been forgotten. */
function* oneField(situation: SignatureSituation): Generator<Attempt> {
  const { sent, tree } = situation;
  const fields = changedFields(sent, tree);
  if (fields.length < 2) return;
  const leaves = new Map<string, JsonNode>();
  mapLeaves(sent, (leaf, path) => {
    leaves.set(path, leaf);
    return leaf;
  });
  for (const field of fields.slice(0, 16)) {
    const read = mapLeaves(tree, (leaf, path) => (path === field ? (leaves.get(path) ?? leaf) : leaf));
    yield* of(situation, read, 'not-trimmed');
  }
}

const trimTop = (node: JsonNode): JsonNode => {
  const trimmed = trimNode(node);
  if (node.kind !== 'object' || trimmed.kind !== 'object') return node;
  const members = node.members.map((member, index) =>
    member.value.kind === 'string' ? (trimmed.members[index] ?? member) : member,
  );
  return { kind: 'object', members };
};

const isOneOf = (codes: readonly number[]): IsEdge => {
  const all = new Set(codes);
  return (code) => all.has(code);
};

const ascii = [32, 9, 10, 11, 13];
const wide = [
  ...[0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
  ...Array.from({ length: 11 }, (_, index) => 0x2000 + index),
];
const separators = [0x1c, 0x1d, 0x1e, 0x1f];

/** What the languages trim: PHP, JavaScript, Python, Go and .NET, Java, Ruby, Erlang, Laravel. */
const trimSets: readonly IsEdge[] = [
  isOneOf([32, 9, 10, 13, 0, 11]),
  isOneOf([...ascii, 12, ...wide, 0xfeff]),
  isOneOf([...ascii, 12, 0x85, ...separators, ...wide]),
  isOneOf([...ascii, 12, 0x85, ...wide]),
  (code) => code <= 32,
  isOneOf([...ascii, 12, ...separators, 0x1680, 0x2028, 0x2029, 0x205f, 0x3000]),
  isOneOf([...ascii, 12, 0]),
  isOneOf([...ascii, 12]),
  isOneOf([...ascii, 12, 0x85, 0x2028, 0x2029, 0x200e, 0x200f]),
  isOneOf([...ascii, 12, 0x85, ...wide, 0xfeff, 0x200b, 0x180e, 0x200e]),
  isOneOf([32]),
];
