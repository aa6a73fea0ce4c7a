import type { JsonMember, JsonNode } from '../../../json/json-node.ts';
import { percentEncode } from './percent-encode.ts';
import type { ValueText } from './value-texts.ts';
import { valueTexts } from './value-texts.ts';

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
  percentEncode(text).replace(
    /[!'()*]/gu,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

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
    return value.members.flatMap((member) =>
      pairsOf(`${name}[${member.name}]`, member.value, encode),
    );
  }
  if (value.kind === 'array') {
    return value.items.flatMap((item, index) => pairsOf(`${name}[${index}]`, item, encode));
  }
  return [`${encode(name)}=${encode(valueTexts.digits(value))}`];
};
