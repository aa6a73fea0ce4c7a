import type { JsonMember, JsonNode } from '../../base/json.ts';
import { compareKeys } from '../canonical-form.ts';
import { mapMembers } from './trees.ts';

/** What a language makes of true, false and null where it turns a value into text. */
export type Words = readonly [yes: string, no: string, nothing: string];

export const php: Words = ['1', '', ''];
export const javascript: Words = ['true', 'false', 'null'];
export const python: Words = ['True', 'False', 'None'];

/** A leaf as text, without quotes; undefined for what may hold others. */
export const leafText = (leaf: JsonNode, [yes, no, nothing]: Words): string | undefined => {
  switch (leaf.kind) {
    case 'string':
      return leaf.value;
    case 'number':
      return leaf.text;
    case 'boolean':
      return leaf.value ? yes : no;
    case 'null':
      return nothing;
    default:
      return undefined;
  }
};

type ValueText = (node: JsonNode) => string;

const inPhp: ValueText = (node) => leafText(node, php) ?? 'Array';

export const inJavaScript: ValueText = (node) =>
  node.kind === 'array' ? node.items.map(inJavaScript).join(',') : (leafText(node, javascript) ?? '[object Object]');

const inPython: ValueText = (node) => leafText(node, python) ?? pythonLiteral(node);

/** A value as text in the languages that agents are written in. */
export const valueTexts: readonly ValueText[] = [inPhp, inJavaScript, inPython];

/** The tree as `str(data)` prints it in Python. */
export const pythonLiteral = (node: JsonNode): string => {
  switch (node.kind) {
    case 'object':
      return `{${node.members.map(({ name, value }) => `${inQuotes(name)}: ${pythonLiteral(value)}`).join(', ')}}`;
    case 'array':
      return `[${node.items.map(pythonLiteral).join(', ')}]`;
    case 'string':
      return inQuotes(node.value);
    default:
      return leafText(node, python) ?? '';
  }
};

/** `str(sorted(data.items()))` in Python. */
export const pythonTuples = (members: readonly JsonMember[]): string =>
  `[${members.map(({ name, value }) => `(${inQuotes(name)}, ${pythonLiteral(value)})`).join(', ')}]`;

/** In single quotes, in double ones where the text has a single one and no double one. */
const inQuotes = (text: string): string => {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = text
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replace(/[\n\r\t]/gu, (char) => JSON.stringify(char).slice(1, -1))
    .replace(/[\p{Cc}\u00a0\u00ad]/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return quote + inner + quote;
};

/** The tree as PHP's serialize() writes it. */
export const phpSerialized = (node: JsonNode): string => {
  switch (node.kind) {
    case 'object':
      return phpArray(node.members.map(({ name, value }) => phpKey(name) + phpSerialized(value)));
    case 'array':
      return phpArray(node.items.map((item, index) => `i:${index};${phpSerialized(item)}`));
    case 'string':
      return phpText(node.value);
    case 'number':
      return `${/^-?\d+$/u.test(node.text) ? 'i' : 'd'}:${node.text};`;
    case 'boolean':
      return `b:${Number(node.value)};`;
    case 'null':
      return 'N;';
  }
};

const phpArray = (entries: readonly string[]): string => `a:${entries.length}:{${entries.join('')}}`;

const phpText = (value: string): string => `s:${Buffer.byteLength(value)}:"${value}";`;

/** A key that is a plain integer is one in PHP's arrays. */
const phpKey = (name: string): string => (/^(?:0|-?[1-9]\d{0,17})$/u.test(name) ? `i:${name};` : phpText(name));

/** The members as form or query strings: of PHP, also undone, of JavaScript and of Python. */
export const formTexts = (members: readonly JsonMember[]): readonly string[] => {
  const pairs = members.flatMap(({ name, value }) => phpPairs(name, value));
  return [
    ...[formEncode, (text: string) => text].map((encode) =>
      pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&'),
    ),
    ...[inJavaScript, inPython].map((textOf) =>
      new URLSearchParams(members.map(({ name, value }) => [name, textOf(value)])).toString(),
    ),
  ];
};

/** As http_build_query: nested as a[b]=1, booleans as 1 and 0, null left out. */
const phpPairs = (name: string, node: JsonNode): (readonly [string, string])[] => {
  if (node.kind === 'object') return node.members.flatMap((inner) => phpPairs(`${name}[${inner.name}]`, inner.value));
  if (node.kind === 'array') return node.items.flatMap((item, index) => phpPairs(`${name}[${index}]`, item));
  return node.kind === 'null' ? [] : [[name, leafText(node, ['1', '0', '']) ?? '']];
};

/** As encodeURIComponent, also for a text with half a surrogate pair: it becomes U+FFFD. */
export const percentEncode = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

/** As rawurlencode: all but letters, digits and -_.~ */
export const percentAll = (text: string): string =>
  percentEncode(text).replace(/[!'()*]/gu, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const formEncode = (text: string): string => percentAll(text).replaceAll('%20', '+').replaceAll('~', '%7E');

/** Objects and lists inside turned into text. */
export const withTextInside = (tree: JsonNode, textOf: ValueText): JsonNode =>
  mapMembers(tree, ({ value }) =>
    value.kind === 'object' || value.kind === 'array' ? { kind: 'string', value: textOf(value) } : value,
  );

/** As asort of PHP compares most values: with true, false and null as words, numbers as such, else as text. */
export const byValue = ({ value: one }: JsonMember, { value: other }: JsonMember): number => {
  const [first, second] = [leafText(one, php), leafText(other, php)];
  if (isWord(one) || isWord(other)) return Number(isTrue(first)) - Number(isTrue(second));
  if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined);
  if (isPhpNumber(first) && isPhpNumber(second)) return Number(first) - Number(second);
  return first === second ? 0 : compareKeys(first, second);
};

const isWord = ({ kind }: JsonNode): boolean => kind === 'boolean' || kind === 'null';

const isTrue = (value: string | undefined): boolean => value !== '' && value !== '0';

export const isPhpNumber = (text: string): boolean => /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu.test(text);
