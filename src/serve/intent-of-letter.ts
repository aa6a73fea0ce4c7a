import type { Letter } from '../callbacks/compose-message.ts';
import { parseCallback } from '../callbacks/parse-callback.ts';
import type { AgentConfiguration } from '../formats/configuration.ts';
import type { JsonMember, JsonObject } from '../json/json-node.ts';
import { readJson } from '../json/parse-json.ts';
import type { Intent } from '../judges/call.ts';
import { signBody } from '../signing/sign.ts';
import type { Callback } from '../spec/callback.ts';

/** What a letter means to an agent that goes by the specification; read from its bytes alone. */
export const intentOfLetter = (
  { body, headers }: Pick<Letter, 'body' | 'headers'>,
  { token, dialect = 'minimal' }: Pick<AgentConfiguration, 'token' | 'dialect'>,
): Intent => {
  const tree = readJson(body);
  if (tree?.kind !== 'object') return { kind: 'malformed' };
  const callback = parseCallback(tree);
  const header = headers['x-signature'] ?? '';
  const right =
    token === undefined ? undefined : signBody(Buffer.from(body).toString('utf8'), dialect, token);
  if (header === right) return validIntent(callback, tree);
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
