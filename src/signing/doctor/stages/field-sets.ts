import type { JsonMember, JsonNode } from '../../../base/json.ts';
import type { MistakeCode } from '../../../spec/signature-mistakes.ts';
import type { Attempt, SignatureSituation, Stage } from '../situation.ts';

/** More fields than these are not tried one by one. */
const most = 48;

/** One field too few or too many, or all of a kind left out. */
export const fieldSets: Stage = function* (situation) {
  const { tree } = situation;
  yield* replacerDrops(situation);
  for (const { mistake, isDropped } of kinds) {
    for (const depth of ['top', 'deep'] as const) {
      yield* written(situation, dropMembers(tree, isDropped, depth), { mistake });
    }
  }
  for (const name of namesOf(tree).slice(0, most)) {
    const kept = dropMembers(tree, (member) => member.name === name, 'top');
    yield* written(situation, kept, { mistake: 'field-left-out', field: name });
  }
  yield* added(situation);
};

type Cause = Pick<Attempt, 'mistake' | 'field'>;

function* written({ spelling }: SignatureSituation, tree: JsonNode, cause: Cause): Generator<Attempt> {
  for (const subject of spelling.sorted(tree)) yield { subject, ...cause };
}

const namesOf = (node: JsonNode): string[] =>
  node.kind === 'object' ? [...new Set(node.members.map(({ name }) => name))] : [];

/** JSON.stringify with a list of keys keeps those keys only, at every level. */
function* replacerDrops(situation: SignatureSituation): Generator<Attempt> {
  const names = new Set(namesOf(situation.tree));
  const kept = dropMembers(situation.tree, ({ name }) => !names.has(name));
  yield* written(situation, kept, { mistake: 'replacer-drops-nested' });
}

interface FieldSet {
  readonly mistake: MistakeCode;
  readonly isDropped: (member: JsonMember) => boolean;
}

const isNull = ({ value }: JsonMember): boolean => value.kind === 'null';

const isEmptyText = ({ value }: JsonMember): boolean => value.kind === 'string' && value.value === '';

const isFalse = ({ value }: JsonMember): boolean => value.kind === 'boolean' && !value.value;

const isZero = ({ value }: JsonMember): boolean => value.kind === 'number' && Number(value.text) === 0;

const isZeroText = ({ value }: JsonMember): boolean => value.kind === 'string' && value.value === '0';

const isHollow = ({ value }: JsonMember): boolean =>
  (value.kind === 'object' && value.members.length === 0) || (value.kind === 'array' && value.items.length === 0);

const isNested = ({ value }: JsonMember): boolean => value.kind === 'object' || value.kind === 'array';

const any =
  (...tests: readonly ((member: JsonMember) => boolean)[]) =>
  (member: JsonMember): boolean =>
    tests.some((test) => test(member));

const kinds: readonly FieldSet[] = [
  { mistake: 'null-dropped', isDropped: isNull },
  { mistake: 'empty-dropped', isDropped: isEmptyText },
  { mistake: 'empty-dropped', isDropped: any(isNull, isEmptyText) },
  { mistake: 'empty-dropped', isDropped: any(isNull, isEmptyText, isHollow) },
  {
    mistake: 'empty-dropped',
    isDropped: any(isNull, isEmptyText, isFalse, isZero, isZeroText, isHollow),
  },
  { mistake: 'empty-dropped', isDropped: any(isNull, isEmptyText, isFalse, isZero, isHollow) },
  { mistake: 'empty-dropped', isDropped: any(isNull, isEmptyText, isFalse, isZero) },
  { mistake: 'empty-dropped', isDropped: isHollow },
  { mistake: 'nested-left-out', isDropped: isNested },
  { mistake: 'nested-left-out', isDropped: ({ value }) => value.kind === 'object' },
  { mistake: 'nested-left-out', isDropped: ({ value }) => value.kind === 'array' },
];

const secretNames = [
  ...['token', 'agent_token', 'api_token', 'api_key'],
  ...['key', 'secret', 'secret_key', 'apiKey', 'apiToken'],
];

function* added(situation: SignatureSituation): Generator<Attempt> {
  const { tree, token } = situation;
  if (tree.kind !== 'object') return;
  const empties: readonly JsonNode[] = [{ kind: 'string', value: '' }, { kind: 'null' }];
  const ofToken: JsonNode = { kind: 'string', value: token };
  const additions = [
    ...['signature', 'sign', 'hash', 'X-Signature'].flatMap((name) => empties.map((value) => ({ name, value }))),
    ...secretNames.map((name) => ({ name, value: ofToken })),
  ];
  for (const member of additions) {
    const longer: JsonNode = { kind: 'object', members: [...tree.members, member] };
    yield* written(situation, longer, { mistake: 'field-added', field: member.name });
  }
}

/** The tree without these members, at the top level or at every level. */
const dropMembers = (
  node: JsonNode,
  isDropped: (member: JsonMember) => boolean,
  depth: 'top' | 'deep' = 'deep',
): JsonNode => {
  const inside = (value: JsonNode): JsonNode => (depth === 'deep' ? dropMembers(value, isDropped) : value);
  if (node.kind === 'array') return { kind: 'array', items: node.items.map(inside) };
  if (node.kind !== 'object') return node;
  const kept = node.members.filter((member) => !isDropped(member));
  return {
    kind: 'object',
    members: kept.map(({ name, value }) => ({ name, value: inside(value) })),
  };
};
