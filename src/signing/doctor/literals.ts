import { type JsonMember, type JsonNode, renderJson } from '../../base/json.ts';

type Encode = (text: string) => string;

/** The members as form or query strings, as the languages write them, and the same without encoding. */
export const formTexts = (members: readonly JsonMember[]): readonly string[] => [
  ...[phpEncode, rawEncode, (text: string) => text].map((encode) => phpQuery(members, encode)),
  searchParams(members, valueTexts.javascript),
  searchParams(members, valueTexts.python),
  searchParams(members, valueTexts.json),
  query(members, valueTexts.sparse, percentEncode),
  query(members, valueTexts.python, (text) => pythonEncode(text)),
  query(members, valueTexts.javascript, percentEncode),
];

const rawEncode: Encode = (text) =>
  percentEncode(text).replace(/[!'()*]/gu, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const phpEncode: Encode = (text) => rawEncode(text).replaceAll('%20', '+').replaceAll('~', '%7E');

const pythonEncode: Encode = (text) => rawEncode(text).replaceAll('%20', '+');

const query = (members: readonly JsonMember[], textOf: ValueText, encode: Encode): string =>
  members.map(({ name, value }) => `${encode(name)}=${encode(textOf(value))}`).join('&');

const searchParams = (members: readonly JsonMember[], textOf: ValueText): string =>
  new URLSearchParams(members.map(({ name, value }) => [name, textOf(value)])).toString();

/** As http_build_query: nested as a[b]=1, booleans as 1 and 0, null left out. */
const phpQuery = (members: readonly JsonMember[], encode: Encode): string =>
  members.flatMap(({ name, value }) => pairsOf(name, value, encode)).join('&');

const pairsOf = (name: string, value: JsonNode, encode: Encode): string[] => {
  if (value.kind === 'null') return [];
  if (value.kind === 'object') {
    return value.members.flatMap((member) => pairsOf(`${name}[${member.name}]`, member.value, encode));
  }
  if (value.kind === 'array') {
    return value.items.flatMap((item, index) => pairsOf(`${name}[${index}]`, item, encode));
  }
  return [`${encode(name)}=${encode(valueTexts.digits(value))}`];
};

/** As encodeURIComponent, also for a text with half a surrogate pair: it becomes U+FFFD. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(/[\ud800-\udfff]/.test(text) ? Buffer.from(text).toString() : text);

/** A value as a language turns it into text, without quotes around text. */
type ValueText = (node: JsonNode) => string;

type ScalarWords = readonly [yes: string, no: string, nothing: string];

const scalars =
  ([yes, no, nothing]: ScalarWords, nested: ValueText): ValueText =>
  (node) => {
    switch (node.kind) {
      case 'string':
        return node.value;
      case 'number':
        return node.text;
      case 'null':
        return nothing;
      case 'boolean':
        return node.value ? yes : no;
      default:
        return nested(node);
    }
  };

const inJavaScript: ValueText = (node) =>
  node.kind === 'array' ? node.items.map(valueTexts.javascript).join(',') : '[object Object]';

/** The tree as `str(data)` prints it in Python. */
export const pythonLiteral = (node: JsonNode): string => {
  switch (node.kind) {
    case 'object': {
      const members = node.members.map(({ name, value }) => `${quoted(name)}: ${pythonLiteral(value)}`);
      return `{${members.join(', ')}}`;
    }
    case 'array':
      return `[${node.items.map(pythonLiteral).join(', ')}]`;
    case 'string':
      return quoted(node.value);
    case 'number':
      return node.text;
    case 'boolean':
      return node.value ? 'True' : 'False';
    case 'null':
      return 'None';
  }
};

/** In single quotes, in double ones where the text has a single one and no double one. */
const quoted = (text: string): string => {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = text
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replace(/[\n\r\t]/gu, (char) => escapes[char] ?? char)
    .replace(/[\p{Cc}\u00a0\u00ad]/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return quote + inner + quote;
};

const text = (value: string): string => `s:${Buffer.byteLength(value)}:"${value}";`;

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Values as text in the languages that agents are written in. */
export const valueTexts = {
  php: scalars(['1', '', ''], () => 'Array'),
  javascript: scalars(['true', 'false', 'null'], inJavaScript),
  python: scalars(['True', 'False', 'None'], pythonLiteral),
  json: scalars(['true', 'false', 'null'], renderJson),
  sparse: scalars(['true', 'false', ''], () => ''),
  digits: scalars(['1', '0', ''], renderJson),
} as const satisfies Record<string, ValueText>;

interface Brackets {
  readonly object: readonly [string, string];
  readonly array: readonly [string, string];
  readonly assign: string;
  readonly separator: string;
  readonly quote: (text: string) => string;
  readonly nothing: string;
}

const print = (node: JsonNode, brackets: Brackets): string => {
  const { object, array, assign, separator, quote, nothing } = brackets;
  if (node.kind === 'object') {
    const members = node.members.map(({ name, value }) => quote(name) + assign + print(value, brackets));
    return object[0] + members.join(separator) + object[1];
  }
  if (node.kind === 'array') {
    const items = node.items.map((item) => print(item, brackets));
    return array[0] + items.join(separator) + array[1];
  }
  if (node.kind === 'string') return quote(node.value);
  return node.kind === 'null' ? nothing : valueTexts.json(node);
};

const bare = (text: string): string => text;

const java: Brackets = {
  object: ['{', '}'],
  array: ['[', ']'],
  assign: '=',
  separator: ', ',
  quote: bare,
  nothing: 'null',
};

const go: Brackets = {
  object: ['map[', ']'],
  array: ['[', ']'],
  assign: ':',
  separator: ' ',
  quote: bare,
  nothing: '<nil>',
};

const ruby: Brackets = {
  ...java,
  assign: '=>',
  quote: (text) => JSON.stringify(text),
  nothing: 'nil',
};

/** The tree as Java's Map.toString, Go's %v and Ruby's inspect print it. */
export const printedMaps = (node: JsonNode): readonly string[] => [
  print(node, java),
  print(node, go),
  print(node, ruby),
  print(node, { ...ruby, assign: ' => ' }),
];

/** The tree as PHP's serialize() writes it. */
export const phpSerialized = (node: JsonNode): string => {
  switch (node.kind) {
    case 'object':
      return list(node.members.map(({ name, value }) => keyText(name) + phpSerialized(value)));
    case 'array':
      return list(node.items.map((item, index) => `i:${index};${phpSerialized(item)}`));
    case 'string':
      return text(node.value);
    case 'number':
      return `${/^-?\d+$/u.test(node.text) ? 'i' : 'd'}:${node.text};`;
    case 'boolean':
      return `b:${Number(node.value)};`;
    case 'null':
      return 'N;';
  }
};

const list = (entries: readonly string[]): string => `a:${entries.length}:{${entries.join('')}}`;

/** A key that is a plain integer is one in PHP's arrays. */
const keyText = (name: string): string => (/^(?:0|-?[1-9]\d{0,17})$/u.test(name) ? `i:${name};` : text(name));
