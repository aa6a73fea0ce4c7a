import type { JsonMember, JsonObject } from '../json/json-node.ts';
import { readBody } from '../json/read-body.ts';
import { signBody } from '../signing/sign.ts';
import type { Callback } from '../spec/callback.ts';
import type { HttpRequest } from '../spec/exchange.ts';
import { parseCallback } from './codec.ts';
import type { Intent } from './message.ts';

/**
 * What stored bytes mean to an agent that goes by the specification. What is composed carries its
 * meaning: this is for what only the journal knows.
 */
export const readIntent = (
  { body, headers }: Pick<HttpRequest, 'body' | 'headers'>,
  { token, dialect = 'minimal' }: { readonly token: string | undefined; readonly dialect?: string | undefined },
): Intent => {
  const read = readBody(body);
  if (read.kind !== 'json' || read.node.kind !== 'object') return { kind: 'malformed' };
  const callback = parseCallback(read.node);
  const header = headers['x-signature'] ?? '';
  const right = token === undefined ? undefined : signBody(read.text, dialect, token);
  if (header === right) return validIntent(callback, read.node);
  const isOdd = header.trim().toLowerCase() === right && callback !== undefined;
  if (isOdd) return oddIntent(callback, header);
  return { kind: 'badly-signed', variant: header === '' ? 'none' : 'wrong' };
};

const validIntent = (callback: Callback | undefined, tree: JsonObject): Intent => {
  if (callback === undefined) return { kind: 'invalid' };
  const first = withFirstKeys(tree);
  return first.members.length === tree.members.length
    ? { kind: 'valid', callback }
    : { kind: 'repeated-keys', callback, first: parseCallback(first) ?? callback };
};

/** As a reader takes it who goes by the first of keys that stand twice: parseCallback goes by the last. */
const withFirstKeys = ({ members }: JsonObject): JsonObject => {
  const first = new Map<string, JsonMember>();
  for (const member of members) {
    if (!first.has(member.name)) first.set(member.name, member);
  }
  return { kind: 'object', members: [...first.values()] };
};

const oddIntent = (callback: Callback, header: string): Intent => ({
  kind: 'oddly-signed',
  callback,
  variant: header === header.trim() ? 'upper-case' : 'spaced',
});
