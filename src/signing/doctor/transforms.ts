import { type JsonMember, type JsonNode, memberOf, renderJson } from '../../base/json.ts';
import { operations } from '../../spec/operation.ts';
import type { MistakeCode } from '../../spec/signature-mistakes.ts';
import { compareKeys, type KeyOrder, numberText, quoteText, sortNode } from '../canonical-form.ts';
import { demandDialect } from '../dialects.ts';
import { edgesOf, trimNode } from '../trim.ts';
import { type Mac, wrongKeys, wrongMacs } from './digests.ts';
import * as literals from './literals.ts';
import { reprinted } from './numbers.ts';
import type { Situation } from './situation.ts';
import { changedField, dropMembers, leavesOf, mapLeaves, mapMembers, respaced, type Spacing } from './trees.ts';

/** Something that the agent may have signed, and the mistake that it would be. */
export interface Attempt {
  readonly subject: string | Uint8Array;
  /** Absent where the string is the right one, and only `mac` is wrong. */
  readonly mistake?: MistakeCode;
  readonly field?: string | undefined;
  /** The language that writes so, where it is one alone. */
  readonly language?: string | undefined;
  /** How it was signed; absent: by the HMAC that the header's length tells. */
  readonly mac?: Mac;
}

/** One mistake: all that is signed by who makes it, the likeliest first. */
type Transform = (situation: Situation) => Iterable<Attempt>;

/** Something else than the right string is signed. */
const texts = (mistake: MistakeCode, textsOf: (situation: Situation) => Iterable<string>): Transform =>
  function* (situation) {
    for (const subject of textsOf(situation)) yield { subject, mistake };
  };

/** Another tree, and the field that makes it another. */
type Change = readonly [tree: JsonNode, field?: string];

/** Another tree is sorted and written as the dialects do it. */
const trees = (mistake: MistakeCode, changesOf: (situation: Situation) => Iterable<Change>): Transform =>
  function* (situation) {
    for (const [tree, field] of changesOf(situation)) {
      for (const subject of situation.sorted(tree)) yield { subject, mistake, field };
    }
  };

/** Of these trees those that are another, with the first leaf that differs. */
const different = ({ tree }: Situation, others: readonly JsonNode[]): readonly Change[] =>
  others.map((other) => [other, changedField(tree, other)] as const).filter(([, field]) => field !== undefined);

/** Values of a kind are turned into others, everywhere. */
const leaves = (mistake: MistakeCode, ...changes: readonly ((leaf: JsonNode) => JsonNode)[]): Transform =>
  trees(mistake, (situation) => {
    const others = changes.map((change) => mapLeaves(situation.tree, change));
    return different(situation, others);
  });

/** More fields or values than these are not tried one by one. */
const most = 48;

/** One value is turned into another. */
const oneValue = (mistake: MistakeCode, othersOf: (leaf: JsonNode, path: string) => readonly JsonNode[]): Transform =>
  trees(mistake, ({ tree }) =>
    leavesOf(tree)
      .slice(0, most)
      .flatMap(([field, leaf]) =>
        othersOf(leaf, field).map((value) => [mapLeaves(tree, (old, path) => (path === field ? value : old)), field]),
      ),
  );

/** Members with one of these values are left out, at the top level or at every level. */
const dropped = (mistake: MistakeCode, ...values: readonly string[]): Transform =>
  trees(mistake, ({ tree }) => {
    const isDropped = ({ value }: JsonMember): boolean => values.includes(isZero(value) ? '0' : renderJson(value));
    return [[dropMembers(tree, isDropped, 'top')], [dropMembers(tree, isDropped)]];
  });

const isZero = (node: JsonNode): boolean => node.kind === 'number' && Number(node.text) === 0;

/** Keys are sorted, but not by their names or not everywhere. */
const order = (
  mistake: MistakeCode,
  compare?: (one: JsonMember, other: JsonMember) => number,
  orders: readonly KeyOrder[] = ['shallow', 'deep'],
): Transform =>
  texts(mistake, function* (situation) {
    for (const keyOrder of orders) {
      for (const tree of situation.trees) yield* situation.inOrder(sortNode(tree, keyOrder, compare));
    }
  });

type Rewrite = (text: string, situation: Situation) => string | Uint8Array;

/** Something is done to the whole text: to a right string, or to the body as it stands. */
const rewritten = (mistake: MistakeCode, ...rewrites: readonly Rewrite[]): Transform =>
  function* (situation) {
    const bases = new Set([...situation.accepted.keys(), situation.text]);
    for (const rewrite of rewrites) {
      for (const base of bases) {
        const subject = rewrite(base, situation);
        if (subject !== base) yield { subject, mistake };
      }
    }
  };

/** Something else than JSON is made of the fields, sorted or as they came. */
const printed = (
  mistake: MistakeCode,
  textsOf: (members: readonly JsonMember[], situation: Situation) => Iterable<string>,
): Transform =>
  texts(mistake, function* (situation) {
    for (const node of [sortNode(situation.tree, 'shallow'), unsorted(situation.tree)]) {
      if (node.kind === 'object') yield* new Set(textsOf(node.members, situation));
    }
  });

const text = (value: string): JsonNode => ({ kind: 'string', value });
const number = (value: string): JsonNode => ({ kind: 'number', text: value });
const list = (items: readonly JsonNode[]): JsonNode => ({ kind: 'array', items });
const unsorted = (node: JsonNode): JsonNode => sortNode(node, 'none');

const isSpace = (char: string): boolean => /\s/u.test(char);

/** What the languages trim. */
const trims: readonly ((char: string) => boolean)[] = [
  (char) => ' \t\n\r\0\v'.includes(char), // PHP
  isSpace, // JavaScript
  (char) => (isSpace(char) && char !== '\ufeff') || '\x1c\x1d\x1e\x1f\x85'.includes(char), // Python
  (char) => (isSpace(char) && char !== '\ufeff') || char === '\x85', // Go, .NET
  (char) => char <= ' ', // Java
  (char) => ' \t\n\v\f\r\0'.includes(char), // Ruby
  (char) => isSpace(char) || '\x85\u180e\u200b\u200e'.includes(char), // Laravel
  (char) => char === ' ',
];

const everyTrim = ({ sent }: Situation): readonly JsonNode[] => [
  ...[trimNode(sent), trimNode(sent, edgesOf.wide)],
  ...trims.map((isEdge) => trimNode(sent, (code) => isEdge(String.fromCharCode(code)))),
];

const trimmedOutside = (node: JsonNode): JsonNode =>
  mapMembers(node, ({ value }) => (value.kind === 'string' ? trimNode(value) : value));

/** A key or algorithm, and one of these strings: two mistakes at once are looked for only here. */
const keysAndMacs: Transform = function* (situation) {
  const { accepted, tree, token } = situation;
  const agentId = memberOf(tree, 'agent_id');
  const macs = [
    ...wrongKeys(situation, agentId && literals.leafText(agentId, literals.javascript)),
    ...wrongMacs(situation.readings, token),
  ];
  const attempts: readonly Attempt[] = [
    ...Array.from(accepted.keys(), (subject) => ({ subject })),
    { subject: renderJson(unsorted(tree)), mistake: 'not-sorted' },
    { subject: situation.text, mistake: 'raw-body' },
  ];
  for (const attempt of attempts) {
    for (const mac of macs) yield { ...attempt, mac };
  }
};

const spaced = (mistake: MistakeCode, ...spacings: readonly Spacing[]): Transform =>
  texts(mistake, (it) => {
    const plain = { separators: 'compact', numbers: 'as-sent', emptyObject: '{}' } as const;
    const compact = it.dialects.map((dialect) => ({ ...dialect, ...plain }));
    const sorted = compact.map((dialect) => it.write(sortNode(it.tree, dialect.order), dialect));
    const asSent = compact.map((dialect) => it.write(unsorted(it.tree), dialect));
    return [...new Set([...sorted, ...asSent])].flatMap((json) => spacings.map((spacing) => respaced(json, spacing)));
  });

/** The whole body, trimmed, sorted or spaced otherwise, or under another key: the likeliest mistakes. */
const ofBody: readonly Transform[] = [
  trees('trimmed', (it) => (it.direction === 'callback' ? different(it, everyTrim(it)) : [])),
  trees('nested-not-trimmed', (it) => (it.direction === 'request' ? different(it, [trimmedOutside(it.sent)]) : [])),
  trees('not-trimmed', (it) => different(it, [it.sent])),
  trees('trimmed-otherwise', (it) => (it.direction === 'request' ? different(it, everyTrim(it)) : [])),
  texts('not-sorted', (it) => it.inOrder(unsorted(it.tree), 'compact')),
  texts('raw-body', (it) => [it.text, it.text.trim()]),
  // A file ends with a line break, which is lost where its text is pasted.
  texts('raw-body', (it) => (it.accepted.has(it.text) ? [] : [`${it.text}\n`, `${it.text}\r\n`])),
  texts('not-sorted', (it) => it.inOrder(unsorted(it.tree), 'spaced')),
  texts('raw-body', (it) => it.inOrder(unsorted(it.sent))),
  texts('nothing-signed', () => ['', '""', '\n']),
  texts('null-signed', () => ['null', 'None', 'nil', 'false']),
  texts('sort-result-signed', () => ['true', '1', 'True']),
  texts('empty-container-signed', () => ['{}', '[]', '[null]']),
  texts('word-signed', () => ['[object Object]', '"[object Object]"', 'undefined', 'Array']),
  keysAndMacs,
  spaced('spaces', [', ', ':'], [',', ': '], [', ', ': ']),
  spaced('pretty-print', [',', ': ', '    '], [',', ': ', '  '], [',', ': ', '\t'], [',', ' : ', '  ']),
];

/** As JavaScript's objects: keys that look like integers come first, as numbers. */
const indexFirst = ({ name: one }: JsonMember, { name: other }: JsonMember): number => {
  if (isIndex(one) && isIndex(other)) return Number(one) - Number(other);
  return Number(isIndex(other)) - Number(isIndex(one)) || compareKeys(one, other);
};

const isIndex = (name: string): boolean => /^(?:0|[1-9]\d{0,9})$/u.test(name);

const numberFormats: Transform = function* (situation) {
  for (const { tree, field, language } of reprinted(situation.tree)) {
    for (const subject of situation.printed(tree)) yield { subject, mistake: 'number-format', field, language };
  }
};

const namesOf = (node: JsonNode): readonly string[] =>
  node.kind === 'object' ? [...new Set(node.members.map(({ name }) => name))] : [];

const isNested = ({ value }: JsonMember): boolean => value.kind === 'object' || value.kind === 'array';

const tokenNames = [
  'token',
  'agent_token',
  'api_token',
  'api_key',
  'key',
  'secret',
  'secret_key',
  'apiKey',
  'apiToken',
];

const fieldsAdded = ({ tree, token }: Situation): readonly Change[] => {
  const added = [
    ...['signature', 'sign', 'hash', 'X-Signature'].flatMap((name) => [
      { name, value: text('') },
      { name, value: { kind: 'null' } as const },
    ]),
    ...tokenNames.map((name) => ({ name, value: text(token) })),
  ];
  if (tree.kind !== 'object') return [];
  return added.map((member) => [{ kind: 'object', members: [...tree.members, member] }, member.name]);
};

const asText =
  (words: literals.Words) =>
  (leaf: JsonNode): JsonNode => {
    const value = literals.leafText(leaf, words);
    return value === undefined ? leaf : text(value);
  };

const numeric = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/iu;

/** As PHP's JSON_NUMERIC_CHECK: any numeric text, also with zeros in front. */
const numericCheck = (leaf: JsonNode): JsonNode =>
  leaf.kind === 'string' && literals.isPhpNumber(leaf.value)
    ? number(numberText(leaf.value.trim().replace('+', ''), 'php'))
    : leaf;

const date = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)?$/u;

/** As Newtonsoft.Json: no zeros at the end of a second's fraction. */
const dateAnew = (leaf: JsonNode): JsonNode => {
  const [, time, fraction = '', zone = ''] = (leaf.kind === 'string' && date.exec(leaf.value)) || [];
  return time === undefined ? leaf : text(time + fraction.replace(/\.?0+$/u, '') + zone);
};

/** Halves of surrogate pairs become something else. */
const halves =
  (replacement: string) =>
  (leaf: JsonNode): JsonNode =>
    leaf.kind === 'string' ? text(leaf.value.replace(/\p{Cs}/gu, replacement)) : leaf;

/** A number as text, and text as the number that it is. */
const otherType = (leaf: JsonNode): readonly JsonNode[] => {
  if (leaf.kind === 'number') return [text(leaf.text)];
  return leaf.kind === 'string' && numeric.test(leaf.value) ? [number(leaf.value)] : [];
};

/** A little earlier or later, or in milliseconds. */
const timesNear = (leaf: JsonNode): readonly JsonNode[] => {
  const seconds = leaf.kind === 'number' ? Number(leaf.text) : Number.NaN;
  if (!Number.isSafeInteger(seconds)) return [];
  const times = [seconds - 1, seconds + 1, seconds - 2, seconds + 2, seconds * 1000];
  return (seconds > 1e11 ? [...times, Math.trunc(seconds / 1000)] : times).map((time) => number(String(time)));
};

const lowerHex = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
const upperHex = (char: string): string => `\\u${lowerHex(char).slice(2).toUpperCase()}`;

const entities = new Map([...Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' })]);
const entity = (char: string): string => entities.get(char) ?? char;

/** What Lua's dkjson escapes. */
const dkjson =
  /[\u007f-\u009f\u00ad\u0600-\u0604\u070f\u17b4\u17b5\u200c-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff0-\uffff]/gu;

/** JSON of the right shape with another order, other fields, values or escapes. */
const ofValues: readonly Transform[] = [
  order('sorted-descending', (one, other) => compareKeys(other.name, one.name)),
  order('nested-only-sorted', undefined, ['inside']),
  order('sorted-by-number', indexFirst),
  order('sorted-by-locale', (one, other) => one.name.localeCompare(other.name, 'en')),
  order('sorted-by-value', literals.byValue),
  numberFormats,
  // JSON.stringify with a list of keys keeps those keys only, at every level.
  trees('replacer-drops-nested', ({ tree }) => [[dropMembers(tree, ({ name }) => !namesOf(tree).includes(name))]]),
  dropped('null-dropped', 'null'),
  dropped('empty-dropped', '""'),
  dropped('empty-dropped', '""', 'null'),
  dropped('empty-dropped', '""', 'null', '{}', '[]'),
  dropped('empty-dropped', '""', 'null', '{}', '[]', 'false', '0', '"0"'),
  dropped('empty-dropped', '""', 'null', '{}', '[]', 'false', '0'),
  trees('nested-left-out', ({ tree }) => [[dropMembers(tree, isNested)]]),
  trees('field-left-out', ({ tree }) =>
    namesOf(tree)
      .slice(0, most)
      .map((field) => [dropMembers(tree, ({ name }) => name === field, 'top'), field]),
  ),
  trees('field-added', fieldsAdded),
  leaves('numbers-as-strings', (leaf) => (leaf.kind === 'number' ? text(leaf.text) : leaf)),
  leaves('numbers-as-strings', ...[literals.php, literals.javascript, literals.python].map(asText)),
  leaves('strings-as-numbers', (leaf) => (leaf.kind === 'string' ? (otherType(leaf)[0] ?? leaf) : leaf), numericCheck),
  leaves('boolean-format', (leaf) => (leaf.kind === 'boolean' ? number(leaf.value ? '1' : '0') : leaf)),
  leaves('boolean-format', (leaf) => (leaf.kind === 'boolean' ? text(String(leaf.value)) : leaf)),
  leaves('date-reformatted', dateAnew),
  leaves('lone-surrogate', halves('\ufffd'), halves('?')),
  leaves('empty-replaced', (leaf) => (renderJson(leaf) === '""' ? { kind: 'null' } : leaf)),
  leaves('empty-replaced', (leaf) => (leaf.kind === 'null' ? text('') : leaf)),
  leaves('empty-replaced', (leaf) => (leaf.kind === 'object' ? list([]) : leaf)),
  leaves('empty-replaced', (leaf) => (leaf.kind === 'array' ? { kind: 'object', members: [] } : leaf)),
  texts('nested-as-text', (it) =>
    it.dialects.map((dialect) => {
      const quoted = literals.withTextInside(it.tree, (node) => it.write(node, dialect));
      return it.write(sortNode(quoted, 'shallow'), dialect);
    }),
  ),
  trees('nested-as-text', ({ tree }) => [[literals.withTextInside(tree, literals.inJavaScript)]]),
  oneValue('timestamp-string', (leaf, path) => (path === 'timestamp' ? otherType(leaf) : [])),
  oneValue('timestamp-differs', (leaf, path) => (path === 'timestamp' ? timesNear(leaf) : [])),
  oneValue('field-type', (leaf, path) => (path === 'timestamp' ? [] : otherType(leaf))),
  oneValue('number-format', (leaf) => (leaf.kind === 'number' ? [number(`${leaf.text}.0`)] : [])),
  oneValue('empty-replaced', (leaf) => (leaf.kind === 'string' ? [{ kind: 'null' }] : [])),
  rewritten('html-escaped', (it) => it.replaceAll('\\"', '\\u0022').replace(/[<>&']/gu, upperHex)),
  rewritten('html-escaped', (it) => it.replace(/[<>&']/gu, upperHex)),
  rewritten('html-escaped', (it) => it.replace(/[<>']/gu, lowerHex)),
  rewritten('slash-escaped', (it) => it.replaceAll('/', '\\/')),
  rewritten('html-entities', (it) => it.replace(/[&<>"']/gu, entity)),
  rewritten('html-entities', (it) => it.replace(/[&<>"]/gu, entity)),
  rewritten('html-entities', (it) => it.replace(/[&<>]/gu, entity)),
  rewritten('escaped-otherwise', (it) => it.replace(/[\u0085\u2028\u2029]/gu, lowerHex)),
  rewritten('escaped-otherwise', (it) => it.replace(/[\u0080-\u009f\u2000-\u20ff]/gu, lowerHex)),
  rewritten('escaped-otherwise', (it) => it.replace(/[\u007f-\u009f\u2000-\u20ff]/gu, upperHex).replaceAll('/', '\\/')),
  rewritten('escaped-otherwise', (it) => it.replace(dkjson, lowerHex)),
];

const bothWays = (partOf: (situation: Situation) => string | undefined): readonly Rewrite[] =>
  ['', ':', '|', '.', '&', '\n', ';', ','].flatMap((joint): Rewrite[] => [
    (it, situation) => (partOf(situation) === undefined ? it : it + joint + partOf(situation)),
    (it, situation) => (partOf(situation) === undefined ? it : partOf(situation) + joint + it),
  ]);

const timeOf = ({ sent }: Situation): string | undefined => {
  const timestamp = memberOf(sent, 'timestamp');
  return timestamp?.kind === 'number' ? timestamp.text : undefined;
};

const paths = Object.values(operations).flatMap(({ path }) => [path, `POST${path}`, `POST ${path}`, `POST\n${path}`]);

const afterPath = [...paths, 'POST'].flatMap((path) =>
  ['', '\n', ':', '|'].map(
    (joint): Rewrite =>
      (it) =>
        path + joint + it,
  ),
);

/** The whole text, encoded once more or joined with something. */
const ofText: readonly Transform[] = [
  rewritten('trailing-newline', (it) => `${it}\n`),
  rewritten('trailing-newline', (it) => `${it}\r\n`),
  rewritten('byte-order-mark', (it) => `\ufeff${it}`),
  rewritten('encoded-twice', (it) => JSON.stringify(it)),
  rewritten('encoded-twice', (it) => quoteText(it, demandDialect('php').escaping)),
  rewritten('spaces-removed', (it) => it.replace(/\s+/gu, '')),
  rewritten('url-encoded', literals.percentEncode),
  rewritten('url-encoded', literals.percentAll),
  rewritten('url-encoded', (it) => literals.percentAll(it).replaceAll('%20', '+')),
  rewritten('url-encoded', (it) => literals.percentAll(it).replaceAll('%2F', '/')),
  rewritten('base64-text', (it) => Buffer.from(it).toString('base64')),
  rewritten('token-in-text', ...bothWays(({ token }) => token)),
  rewritten('timestamp-joined', ...bothWays(timeOf)),
  rewritten('path-joined', ...afterPath),
];

/** The fields as the languages turn them into text, joined. */
const joined = (members: readonly JsonMember[], textOf: (name: string, value: string) => string): readonly string[] =>
  literals.valueTexts.flatMap((valueText) => {
    const parts = members.map(({ name, value }) => textOf(name, valueText(value)));
    return ['', '|', ':', ';', ',', '&', '\n'].map((joint) => parts.join(joint));
  });

const names = (members: readonly JsonMember[]): JsonNode => list(members.map(({ name }) => text(name)));
const values = (members: readonly JsonMember[]): JsonNode => list(members.map(({ value }) => value));
const pairs = (members: readonly JsonMember[]): JsonNode =>
  list(members.map(({ name, value }) => list([text(name), value])));

/** Something else than a JSON object: forms, joined values, keys, pairs, what languages print, other bytes. */
const ofOtherKinds: readonly Transform[] = [
  printed('form-encoded', literals.formTexts),
  printed('values-joined', (members) => joined(members, (_name, value) => value)),
  printed('key-value-text', (members) => joined(members, (name, value) => `${name}=${value}`)),
  printed('key-value-text', (members) => joined(members, (name, value) => `${name}:${value}`)),
  printed('keys-signed', (members) => joined(members, (name) => name)),
  printed('keys-signed', (members, it) => it.inOrder(names(members))),
  printed('keys-signed', (members) => [literals.pythonLiteral(names(members))]),
  printed('values-joined', (members, it) => it.inOrder(values(members))),
  printed('pairs-signed', (members, it) => it.inOrder(pairs(members))),
  printed('pairs-signed', (members) => [literals.pythonTuples(members)]),
  printed('sort-dropped-keys', (members, it) => it.inOrder(values(members.toSorted(literals.byValue)))),
  printed('language-literal', (members) => [literals.pythonLiteral({ kind: 'object', members })]),
  printed('php-serialized', (members) => [literals.phpSerialized({ kind: 'object', members })]),
  rewritten('not-utf8', (it) => Buffer.from(it, 'utf16le')),
  rewritten('not-utf8', (it) => Buffer.from(it, 'latin1')),
  rewritten('not-utf8', (it) => Buffer.from(it.replace(/[\u0100-\u{10ffff}]/gu, '?'), 'latin1')),
  rewritten('not-utf8', (it) => it.replace(/[\u0080-\u{10ffff}]/gu, '?')),
  rewritten('not-utf8', (it) => Buffer.from(it).toString('latin1')),
];

/** In a longer body, in characters, only that is looked for which does not take too long. */
const largeBody = 8192;

/** All that the agent may have signed, the likeliest first. */
export function* attemptsOf(situation: Situation): Generator<Attempt> {
  for (const subject of situation.accepted.keys()) yield { subject };
  const isLarge = situation.text.length > largeBody;
  const transforms = isLarge ? [...ofBody, ...ofText] : [...ofBody, ...ofValues, ...ofText, ...ofOtherKinds];
  for (const transform of transforms) yield* transform(situation);
}
