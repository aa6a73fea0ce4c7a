import type { JsonMember, JsonNode } from '../../../base/json.ts';
import type { MistakeCode } from '../../../spec/signature-mistakes.ts';
import { formTexts, phpSerialized, printedMaps, pythonLiteral, valueTexts } from '../literals.ts';
import type { Attempt, SignatureSituation, Stage } from '../situation.ts';
import { compareValues, createIsNew, orderNode } from '../trees.ts';

/** Something else than a JSON object: forms, joined values, keys, pairs, what languages print. */
export const otherSubjects: Stage = function* (situation): Generator<Attempt> {
  for (const node of treesOf(situation)) {
    if (node.kind !== 'object') return;
    for (const subject of formTexts(node.members)) yield { subject, mistake: 'form-encoded' };
    yield* joined(node.members);
    yield* lists(node.members, situation);
    yield { subject: pythonLiteral(node), mistake: 'language-literal' };
    for (const subject of printedMaps(node)) yield { subject, mistake: 'language-literal' };
    yield { subject: phpSerialized(node), mistake: 'php-serialized' };
  }
};

/** Each once: most bodies are flat, and have nothing to trim. */
const treesOf = ({ tree, sent }: SignatureSituation): JsonNode[] =>
  [
    orderNode(tree, 'shallow'),
    orderNode(tree, 'deep'),
    orderNode(tree, 'none'),
    orderNode(sent, 'shallow'),
    orderNode(sent, 'none'),
  ].filter(createIsNew());

const joints = ['', '|', ':', ';', ',', '&', '\n', '.', '-', '_', ' ', ', '];

/** Values, and keys with values, joined to one text. */
function* joined(members: readonly JsonMember[]): Generator<Attempt> {
  for (const pairs of differentPairs(members)) {
    const values = pairs.map(([, text]) => text);
    const assigned = ['=', ':', ''].map((assign) => pairs.map(([name, text]) => name + assign + text));
    for (const joint of joints) {
      yield { subject: values.join(joint), mistake: 'values-joined' };
      for (const texts of assigned) yield { subject: texts.join(joint), mistake: 'key-value-text' };
    }
  }
  for (const joint of joints) {
    yield { subject: members.map(({ name }) => name).join(joint), mistake: 'keys-signed' };
  }
}

/** Names with their values as the languages turn them into text, where these differ for such values. */
const differentPairs = (members: readonly JsonMember[]): Iterable<readonly (readonly [string, string])[]> => {
  const byText = new Map<string, readonly (readonly [string, string])[]>();
  for (const textOf of Object.values(valueTexts)) {
    const pairs = members.map(({ name, value }) => [name, textOf(value)] as const);
    const text = JSON.stringify(pairs);
    if (!byText.has(text)) byText.set(text, pairs);
  }
  return byText.values();
};

const ofNames = (members: readonly JsonMember[]): JsonNode => ({
  kind: 'array',
  items: members.map(({ name }) => ({ kind: 'string', value: name })),
});

const ofValues = (members: readonly JsonMember[]): JsonNode => ({
  kind: 'array',
  items: members.map(({ value }) => value),
});

const ofPairs = (members: readonly JsonMember[]): JsonNode => ({
  kind: 'array',
  items: members.map(({ name, value }) => ({
    kind: 'array',
    items: [{ kind: 'string', value: name }, value],
  })),
});

const listKinds: readonly (readonly [MistakeCode, (members: readonly JsonMember[]) => JsonNode])[] = [
  ['keys-signed', ofNames],
  ['values-joined', ofValues],
  ['pairs-signed', ofPairs],
];

function* lists(members: readonly JsonMember[], { spelling }: SignatureSituation): Generator<Attempt> {
  for (const [mistake, listOf] of listKinds) {
    const list = listOf(members);
    for (const subject of spelling.asOrdered(list)) yield { subject, mistake };
    yield { subject: pythonLiteral(list), mistake };
  }
  yield { subject: pythonTuples(members), mistake: 'pairs-signed' };
  yield { subject: `dict_keys(${pythonLiteral(ofNames(members))})`, mistake: 'keys-signed' };
  yield { subject: `dict_items(${pythonTuples(members)})`, mistake: 'pairs-signed' };
  const sorted = [...members].sort((one, other) => compareValues(one.value, other.value));
  const byValue: JsonNode = ofValues(sorted);
  for (const subject of spelling.asOrdered(byValue)) {
    yield { subject, mistake: 'sort-dropped-keys' };
  }
}

/** `str(sorted(data.items()))` in Python. */
const pythonTuples = (members: readonly JsonMember[]): string => {
  const pairs = members.map(({ name, value }) => {
    const key = pythonLiteral({ kind: 'string', value: name });
    return `(${key}, ${pythonLiteral(value)})`;
  });
  return `[${pairs.join(', ')}]`;
};
