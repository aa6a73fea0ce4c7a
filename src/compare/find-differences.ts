import { groupBy } from '../base/group-by.ts';
import type { JsonNode, JsonObject } from '../base/json.ts';
import { visibleLine } from '../base/visible-text.ts';
import { compareKeys } from '../signing/canonical-form.ts';
import type { Field } from '../spec/field.ts';
import { exchangeHeader } from '../spec/operation-answers.ts';
import type { Difference } from './comparison.ts';
import { headerOf, type RecordedHeader } from './recorded.ts';

/** What the contract says of the values of a field: the fields inside of them, and the closed list of what they may be. */
interface KnownField extends Pick<Field, 'name' | 'values'> {
  readonly fields?: readonly KnownField[];
}

/** A place of a JSON text, and what the contract says of the values there. */
interface Place extends Omit<KnownField, 'name'> {
  /** Empty, or such as `content.games[]`. */
  readonly path: string;
  /** Names of fields whose values are the agent's own, or words for people: their form says nothing. */
  readonly anyForm: ReadonlySet<string>;
}

/** Values of theirs have no form of ours: ids and codes of the agent, and words for people. */
export const freeFields: readonly string[] = [
  ...['agent_id', 'player_id', 'player_username', 'game_id', 'currency', 'language'],
  ...['message', 'reason', 'field', 'title', 'brand'],
];

/** What was recorded, and what is ours in its place. */
type Both<T> = readonly [recorded: T, ours: T];

const ofBoth = <T, Made>([recorded, ours]: Both<T>, make: (one: T) => Made): Both<Made> => [make(recorded), make(ours)];

/**
 * How values that were recorded at a place, one or many, are unlike those of ours at the same place: their types,
 * keys, forms, the values of closed lists, and the order of keys, here and everywhere inside.
 */
export function* findDifferences(values: Both<readonly JsonNode[]>, place: Place): Generator<Difference> {
  const [recorded, here] = ofBoth(values, kindsOf);
  if (recorded !== here) {
    yield { kind: 'type', field: nameOf(place), recorded, here };
    return;
  }
  yield* inObjects(ofBoth(values, objectsIn), place);
  const items = ofBoth(values, itemsIn);
  if (items.every(({ length }) => length > 0)) yield* findDifferences(items, { ...place, path: `${place.path}[]` });
  yield* inForms(ofBoth(values, formsOf), place);
  yield* inClosedList(ofBoth(values, textsOf), place);
}

const nameOf = ({ path }: Place): string => (path === '' ? 'the body' : path);

/** The types of the values in words. */
const kindsOf = (nodes: readonly JsonNode[]): string =>
  [...new Set(nodes.map(({ kind }) => kind))].toSorted(compareKeys).join(' or ');

const objectsIn = (nodes: readonly JsonNode[]): JsonObject[] => nodes.filter((node) => node.kind === 'object');

const itemsIn = (nodes: readonly JsonNode[]): JsonNode[] =>
  nodes.flatMap((node) => (node.kind === 'array' ? node.items : []));

function* inObjects(objects: Both<readonly JsonObject[]>, place: Place): Generator<Difference> {
  const [recorded, ours] = objects;
  const [theirs, mine] = ofBoth(objects, membersOf);
  for (const name of new Set([...mine.keys(), ...theirs.keys()])) {
    const [their = [], my = []] = [theirs.get(name), mine.get(name)];
    const path = place.path === '' ? shownName(name) : `${place.path}.${shownName(name)}`;
    if (my.length === 0) yield { kind: 'more', field: path, recorded: kindsAndForms(their), here: 'not there' };
    else if (their.length === 0) yield { kind: 'missing', field: path, recorded: 'not there', here: kindsOf(my) };
    else {
      const times = `in ${their.length} of ${recorded.length}`;
      const isRare = their.length < recorded.length && my.length === ours.length;
      if (isRare) yield { kind: 'missing', field: path, recorded: times, here: kindsOf(my) };
      const { fields, values } = place.fields?.find((field) => field.name === name) ?? {};
      yield* findDifferences([their, my], { path, fields, values, anyForm: place.anyForm });
    }
  }
  yield* inOrder(ofBoth(objects, keysOf), place);
}

/** The values of each key, the keys in the order in which they were first seen. */
const membersOf = (objects: readonly JsonObject[]): ReadonlyMap<string, readonly JsonNode[]> => {
  // Of a repeated key the last value counts.
  const members = objects.flatMap((object) => [...new Map(object.members.map(({ name, value }) => [name, value]))]);
  const byName = groupBy(members, ([name]) => name);
  return new Map([...byName].map(([name, found]) => [name, found.map(([, value]) => value)]));
};

/** Keys come from strangers. */
const shownName = (name: string): string => visibleLine(name, 60);

const kindsAndForms = (nodes: readonly JsonNode[]): string => {
  const forms = [...formsOf(nodes)].filter((each) => each !== 'plain number').join(' or ');
  return kindsOf(nodes) + (forms === '' ? '' : ` (${forms})`);
};

/** The keys of the first object. */
const keysOf = ([first]: readonly JsonObject[]): string[] => [...new Set(first?.members.map(({ name }) => name))];

/** Of the keys that both have. */
function* inOrder([theirs, mine]: Both<readonly string[]>, place: Place): Generator<Difference> {
  const common: Both<string[]> = [
    theirs.filter((key) => mine.includes(key)),
    mine.filter((key) => theirs.includes(key)),
  ];
  const [recorded, here] = ofBoth(common, (keys) => keys.map(shownName).join(', '));
  if (recorded !== here) yield { kind: 'order', field: nameOf(place), recorded, here, level: 'note' };
}

function* inForms([theirs, mine]: Both<ReadonlySet<string>>, { path, anyForm }: Place): Generator<Difference> {
  const name = path.replace(/^.*\./, '').replaceAll('[]', '');
  if (anyForm.has(name) || path === '') return;
  const foreign = [...theirs].filter((form) => !mine.has(form));
  if (foreign.length === 0 || mine.size === 0) return;
  yield { kind: 'format', field: path, recorded: foreign.join(' or '), here: [...mine].join(' or ') };
}

/** Values that are none of the closed list. */
function* inClosedList([theirs, mine]: Both<ReadonlySet<string>>, { path, values }: Place): Generator<Difference> {
  const foreign = values === undefined ? [] : [...theirs].filter((text) => !values.includes(text));
  const here = [...mine].join(' or ');
  for (const text of foreign) yield { kind: 'value', field: path, recorded: visibleLine(text, 60), here };
}

const textsOf = (nodes: readonly JsonNode[]): ReadonlySet<string> =>
  new Set(nodes.flatMap((node) => (node.kind === 'string' ? node.value : [])));

const formsOf = (nodes: readonly JsonNode[]): ReadonlySet<string> =>
  new Set(nodes.flatMap((node) => formOf(node) ?? []));

/** How the text of a value looks, in words. */
export const formOf = (node: JsonNode): string | undefined => {
  if (node.kind === 'string') return textForms.find(([pattern]) => pattern.test(node.value))?.[1] ?? 'text';
  if (node.kind !== 'number') return undefined;
  // What a number may look like without being another number: everything but these is alike.
  if (/[eE]/.test(node.text)) return 'number with an exponent';
  return /\.\d*0$/.test(node.text) ? 'number with zeros at its end' : 'plain number';
};

const textForms: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'empty text'],
  [/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i, 'UUID'],
  [/^\d{4}-\d\d-\d\dT[\d:]{5,8}Z$/, 'date-time to the second, Z'],
  [/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/, 'date-time with milliseconds, Z'],
  [/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d+Z$/, 'date-time with a finer fraction, Z'],
  [/^\d{4}-\d\d-\d\dT[\d:]{5,8}[+-]\d\d:?\d\d$/, 'date-time to the second, with offset'],
  [/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d+[+-]\d\d:?\d\d$/, 'date-time with a fraction, with offset'],
  [/^\d{4}-\d\d-\d\d[ T][\d:.]+$/, 'date and time without a zone'],
  [/^\d{4}-\d\d-\d\d$/, 'date'],
  [/^https?:\/\/\S+$/i, 'URL'],
  [/^-?\d+\.\d+$/, 'decimal in text'],
  [/^\d+$/, 'digits in text'],
  [/^(?=.*[a-f])(?=.*\d)[\da-f]{16,}$/i, 'hexadecimal digits'],
];

/** How headers that were recorded are unlike ours. A recording without headers says nothing. */
export function* findHeaderDifferences(part: keyof typeof isOfInterest, headers: Both<Headers>): Generator<Difference> {
  const all = headers.flat();
  if (headers[0].length === 0) return;
  for (const name of new Set(all.map((header) => header.name.toLowerCase()))) {
    if (!isOfInterest[part](name) || noise.test(name)) continue;
    const [recorded, here] = ofBoth(headers, (each) => shownHeader(each, name));
    const written = all.find((header) => header.name.toLowerCase() === name)?.name ?? name;
    if (recorded !== here) yield { kind: 'header', field: visibleLine(written, 60), recorded, here };
  }
  if (part === 'callback') yield* inManner(headers);
}

type Headers = readonly RecordedHeader[];

/** Headers of answers that clients go by. */
const telling =
  /^(?:content-type|content-language|cache-control|retry-after|allow|www-authenticate|location|ratelimit|(?:x-|ratelimit-).*)$/;

/** Headers of requests that belong to the way they took. */
const ofTheWay =
  /^(?::.*|host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|accept.*|user-agent|cookie.*|via|forwarded|traceparent|tracestate|baggage|cdn-.*|cf-.*|true-client-ip|fastly-.*|priority|pragma|cache-control|origin|referer|dnt|sec-.*|upgrade-insecure-requests|newrelic|sentry-trace|if-.*|ngrok-.*|date|x-(?:request-id|scheme|original-.*|arr-.*|client-.*|appengine-.*|waws-.*|site-.*|country.*))$/;

/** What servers, proxies and networks add, and no client reads. */
const noise =
  /^(?:x-(?:powered-by|cache|served-by|runtime|frame-options|content-type-options|xss-protection|download-options|permitted-.*|envoy-.*|amz.*|forwarded.*|real-ip|timer|varnish|via|b3.*|cloud-trace.*|request-start)|x-.*trace.*|x-proxy.*|x-datadog.*|x-correlation.*)$/;

const isOfInterest = {
  answer: (name: string): boolean => telling.test(name) && name !== exchangeHeader,
  callback: (name: string): boolean => !ofTheWay.test(name),
} as const;

/** Those whose values are the same in each message, and no secret. */
const compared: ReadonlySet<string> = new Set(['content-type', 'cache-control', 'allow']);

/** A value that may be a secret is not shown. */
const shownHeader = (headers: Headers, name: string): string => {
  const value = headerOf(headers, name);
  if (value === undefined) return 'not there';
  if (!compared.has(name)) return 'there';
  const plain = value.toLowerCase().replaceAll(/\s*([;,=])\s*/g, '$1');
  return visibleLine(plain.replaceAll(';', '; '), 80);
};

/** What no reader sees that goes by the specification: who sent it, and how the names of headers are written. */
function* inManner(headers: Both<Headers>): Generator<Difference> {
  yield* noteOf(
    'User-Agent',
    ofBoth(headers, (each) => headerOf(each, 'user-agent')),
  );
  // HTTP/2 has small letters alone.
  if (!headers[0].some(({ name }) => /[A-Z]/.test(name))) return;
  for (const wanted of ['x-signature', 'content-type']) {
    const names = ofBoth(headers, (each) => each.find(({ name }) => name.toLowerCase() === wanted)?.name);
    yield* noteOf(names[1] ?? wanted, names);
  }
}

function* noteOf(field: string, [theirs, here]: Both<string | undefined>): Generator<Difference> {
  if (theirs === undefined || here === undefined || theirs === here) return;
  yield { kind: 'header', field, recorded: visibleLine(theirs, 60), here, level: 'note' };
}
