import type { Dice } from '../base/dice.ts';
import { type JsonMember, type JsonNode, type JsonObject, parseJson, toNode } from '../base/json.ts';
import type { CallOptions, FieldValue } from '../formats/scenario/scenario.ts';
import type { Callback } from '../spec/callback.ts';

/** A player that the value of a field may stand for. */
export interface KnownPlayer {
  readonly id: string;
}

/** The body with fields set, by dotted name: replaced where they are, added at the end where not. */
export const setFields = (
  body: JsonObject,
  fields: Readonly<Record<string, FieldValue>>,
  players: readonly KnownPlayer[] = [],
): JsonObject =>
  Object.entries(fields).reduce<JsonObject>(
    (altered, [path, value]) => setField(altered, path.split('.'), nodeOf(value, players)),
    body,
  );

/** The body with top-level keys written twice: those values first, then what is there already. */
export const repeatFields = (body: JsonObject, twice: Readonly<Record<string, FieldValue>>): JsonObject => {
  if (Object.keys(twice).length === 0) return body;
  const members = body.members.flatMap((member) =>
    Object.hasOwn(twice, member.name)
      ? [{ name: member.name, value: nodeOf(twice[member.name], []) }, member]
      : [member],
  );
  return { kind: 'object', members };
};

/** The body without those top-level fields. */
export const withoutFields = (body: JsonObject, names: readonly string[]): JsonObject =>
  names.length === 0 ? body : { kind: 'object', members: body.members.filter(({ name }) => !names.includes(name)) };

/** The body with its top-level keys in another order. */
export const orderFields = (body: JsonObject, wire: CallOptions['wire'], dice: Dice): JsonObject => {
  switch (wire) {
    case 'table':
      return body;
    case 'shuffled':
      return { kind: 'object', members: dice.shuffle(body.members) };
    case 'sorted':
      return { kind: 'object', members: body.members.toSorted(byName) };
  }
};

const byName = (one: JsonMember, other: JsonMember): number => (one.name < other.name ? -1 : 1);

/**
 * `{ json: text }` is that very JSON text, for what YAML cannot write, `{ raw: text }` text that is
 * none; `{ characters: 4096 }` a text of that length; `{ player: 2 }` that player's id.
 */
const nodeOf = (value: FieldValue, players: readonly KnownPlayer[]): JsonNode => {
  if (typeof value !== 'object' || value === null) return toNode(value);
  if ('json' in value) return parseJson(String(value.json));
  // Written as it stands, as numbers are.
  if ('raw' in value) return { kind: 'number', text: String(value.raw) };
  if ('characters' in value) return toNode('x'.repeat(Number(value.characters)));
  if (!('player' in value)) return toNode(value);
  return toNode(players[Number(value.player) - 1]?.id ?? value);
};

const setField = (body: JsonObject, path: readonly string[], value: JsonNode): JsonObject => {
  const [name = '', ...rest] = path;
  const at = body.members.findIndex((member) => member.name === name);
  const old = body.members[at]?.value;
  const inner: JsonObject = old?.kind === 'object' ? old : { kind: 'object', members: [] };
  const member = { name, value: rest.length === 0 ? value : setField(inner, rest, value) };
  const members = at < 0 ? [...body.members, member] : body.members.with(at, member);
  return { kind: 'object', members };
};

/** Ids longer than this keep their length; shorter ones grow. */
const longId = 64;

/**
 * A transaction_id that a scenario writes out would be known to the agent on the second run: it
 * gets the call's own fresh id as its end.
 */
export const freshTransactionId = (fields: CallOptions['fields'], callback: Callback): CallOptions['fields'] => {
  const { transaction_id: written } = fields;
  if (typeof written !== 'string' || written === '' || callback.type === 'getBalance') return fields;
  const end = `-${callback.transactionId}`;
  const start = written.length > longId ? written.slice(0, -end.length) : written;
  return { ...fields, transaction_id: `${start}${end}` };
};

/** Whether the body is no JSON with these fields. */
export const isNoJson = (fields: CallOptions['fields']): boolean =>
  Object.values(fields).some((value) => typeof value === 'object' && value !== null && 'raw' in value);
