import type { WireForm } from '../callbacks/message.ts';
import type { FieldValue } from '../formats/scenario/scenario.ts';
import { type JsonMember, type JsonObject, renderJson } from '../json/json-node.ts';

/** A valid way to put a callback on the wire. */
export interface Way {
  readonly name: string;
  readonly sentence: string;
  /** Fields that the callback has in this way. */
  readonly fields?: Readonly<Record<string, FieldValue>>;
  /** The body as text, when it is not written plainly. */
  readonly write?: (body: JsonObject) => string;
  readonly contentType?: string;
  readonly wireForm?: WireForm;
  /** The only callback that it can be seen in; all three when absent. */
  readonly only?: 'makeBet';
}

type Members = readonly JsonMember[];

const inOrder =
  (arrange: (members: Members) => Members) =>
  ({ members }: JsonObject): string =>
    renderJson({ kind: 'object', members: arrange(members) });

const byName = (one: JsonMember, other: JsonMember): number => (one.name < other.name ? -1 : 1);

/** Callbacks without free spins are flat: a line for each member, or one for all. */
const spread =
  (open: string, between: string, close: string) =>
  ({ members }: JsonObject): string =>
    open + members.map(({ name, value }) => `"${name}": ${renderJson(value)}`).join(between) + close;

const escaped =
  (pattern: RegExp, write: (found: string) => string) =>
  (body: JsonObject): string =>
    renderJson(body).replace(pattern, write);

const hexOf = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, '0');

const amounts =
  (write: (digits: string) => string) =>
  (body: JsonObject): string =>
    renderJson(body).replace(/("(?:bet|win)":)(\d+)(?=[,}])/g, (_, key, digits) => key + write(digits));

const cyrillic = { player_username: '\u0418\u0433\u0440\u043e\u043a' } as const;
const slash = { player_username: 'north/south' } as const;

/** Every way, the plainest first. Section 4 demands POST and JSON, and nothing of how JSON is spelled. */
export const ways: readonly Way[] = [
  { name: 'plain', sentence: 'keys in the order of section 6, no spaces' },
  {
    name: 'keys-sorted',
    sentence: 'keys in alphabetical order',
    write: inOrder((members) => members.toSorted(byName)),
  },
  {
    name: 'keys-reversed',
    sentence: 'keys in reverse order',
    write: inOrder((members) => members.toReversed()),
  },
  {
    name: 'spaces',
    sentence: 'a space after every comma and colon',
    write: spread('{', ', ', '}'),
  },
  {
    name: 'indented',
    sentence: 'a line for each key',
    write: spread('{\n  ', ',\n  ', '\n}\n'),
  },
  {
    name: 'surrounded',
    sentence: 'white space before and after the JSON',
    write: (body) => `\r\n\t ${renderJson(body)} \r\n`,
  },
  { name: 'unicode-raw', sentence: 'a Cyrillic name in UTF-8', fields: cyrillic },
  {
    name: 'unicode-escaped',
    sentence: 'a Cyrillic name as \\u0438',
    fields: cyrillic,
    write: escaped(/[^\0-\x7f]/g, (found) => `\\u${hexOf(found)}`),
  },
  {
    name: 'unicode-escaped-upper',
    sentence: 'a Cyrillic name as \\u043E, hex digits in upper case',
    fields: cyrillic,
    write: escaped(/[^\0-\x7f]/g, (found) => `\\u${hexOf(found).toUpperCase()}`),
  },
  {
    name: 'ascii-escaped',
    sentence: 'a letter of ASCII as \\u0061',
    write: escaped(/(?<="type":"[A-Za-z]*)a/, (found) => `\\u${hexOf(found)}`),
  },
  { name: 'slash-raw', sentence: 'a slash in a name as it is', fields: slash },
  {
    name: 'slash-escaped',
    sentence: 'a slash in a name as \\/',
    fields: slash,
    write: escaped(/\//g, () => '\\/'),
  },
  {
    name: 'amount-decimal',
    sentence: 'whole amounts as 10.0',
    only: 'makeBet',
    write: amounts((digits) => `${digits}.0`),
  },
  {
    name: 'amount-exponent',
    sentence: 'amounts as 10e0',
    only: 'makeBet',
    write: amounts((digits) => `${digits}e0`),
  },
  {
    name: 'chunked',
    sentence: 'the body in chunks, without Content-Length',
    wireForm: { body: 'chunked' },
  },
  {
    name: 'header-lower-case',
    sentence: 'header names as x-signature',
    wireForm: { headerNames: 'lower' },
  },
  {
    name: 'header-upper-case',
    sentence: 'header names as X-SIGNATURE',
    wireForm: { headerNames: 'upper' },
  },
  {
    name: 'content-type-charset',
    sentence: 'Content-Type application/json; charset=utf-8',
    contentType: 'application/json; charset=utf-8',
  },
  {
    name: 'content-type-case',
    sentence: 'Content-Type Application/JSON',
    contentType: 'Application/JSON',
  },
];
