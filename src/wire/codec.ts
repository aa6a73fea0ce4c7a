import { type JsonNode, type JsonObject, memberOf } from '../base/json.ts';
import { amountOf, parseAmount, renderAmount } from '../base/money.ts';
import { readBody } from '../base/read-body.ts';
import type { AmountText, Callback, CallbackType, MakeBet, Rollback } from '../spec/callback.ts';
import { wireOrder } from '../spec/callback-fields.ts';
import type { Quirks } from '../spec/quirks.ts';

type NestedOrder = Quirks['nestedOrder'];

/** How the values of a field go to the wire and back; `read` gives undefined for what is no such value. */
interface Codec<Value> {
  readonly write: (value: Value, nestedOrder: NestedOrder) => JsonNode;
  readonly read: (node: JsonNode) => Value | undefined;
}

const text: Codec<string> = {
  write: (value) => ({ kind: 'string', value }),
  read: (node) => (node.kind === 'string' ? node.value : undefined),
};

const id: Codec<string> = { ...text, read: (node) => text.read(node) || undefined };

const flag: Codec<boolean> = {
  write: (value) => ({ kind: 'boolean', value }),
  read: (node) => (node.kind === 'boolean' ? node.value : undefined),
};

const whole: Codec<number> = {
  write: (value) => ({ kind: 'number', text: String(value) }),
  read: (node) => (node.kind === 'number' && /^\d{1,15}$/.test(node.text) ? Number(node.text) : undefined),
};

const money: Codec<AmountText> = {
  write: (value) => ({ kind: 'number', text: renderAmount(amountOf(value)) }),
  read: (node) => {
    const amount = node.kind === 'number' ? parseAmount(node.text) : undefined;
    return amount === undefined || amount.lt(0) ? undefined : renderAmount(amount);
  },
};

/** Names on the wire, each with its property and how it is written and read. */
type Table = Readonly<Record<string, readonly [property: string, codec: Codec<unknown>]>>;

const field = <Value>(property: string, codec: Codec<Value>) => [property, codec as Codec<unknown>] as const;

/** Section 2, in the order of its table. */
const progressFields: Table = {
  played: field('played', whole),
  total: field('total', whole),
  is_finish: field('isFinish', flag),
  accumulated_win: field('accumulatedWin', money),
};

const inTable = Object.keys(progressFields);
const sorted = inTable.toSorted((one, other) => (one < other ? -1 : 1));

const progress: Codec<object> = {
  // In alphabetical order sorting deep or shallow gives the same text.
  write: (value, order) => write(value, progressFields, { names: order === 'sorted' ? sorted : inTable, order }),
  read: (node) => read(node, progressFields, inTable),
};

/** Section 6: every field of every callback. */
const fields: Table = {
  agent_id: field('agentId', whole),
  session_id: field('sessionId', id),
  player_id: field('playerId', id),
  player_username: field('playerUsername', text),
  type: field('type', text),
  currency: field('currency', id),
  language: field('language', text),
  request_id: field('requestId', id),
  game_id: field('gameId', whole),
  freespins: field('freespins', progress),
  bet: field('bet', money),
  win: field('win', money),
  transaction_id: field('transactionId', id),
  game_round_id: field('gameRoundId', id),
  round_finished: field('roundFinished', flag),
};

const isOptional = (name: string): boolean => name === 'freespins';

const write = (
  value: object,
  table: Table,
  { names, order }: { readonly names: readonly string[]; readonly order: NestedOrder },
): JsonObject => {
  const members: JsonObject['members'][number][] = [];
  for (const name of names) {
    const [property = '', codec] = table[name] ?? [];
    const own = (value as Readonly<Record<string, unknown>>)[property];
    if (own !== undefined && codec !== undefined) members.push({ name, value: codec.write(own, order) });
  }
  return { kind: 'object', members };
};

const read = (node: JsonNode, table: Table, names: readonly string[]): object | undefined => {
  const found: Record<string, unknown> = {};
  for (const name of names) {
    const [property = '', codec] = table[name] ?? [];
    const member = memberOf(node, name);
    if (member === undefined && isOptional(name)) continue;
    const value = member && codec?.read(member);
    if (value === undefined) return undefined;
    found[property] = value;
  }
  return found;
};

/**
 * A callback as it stands on the wire: the keys in the order of section 6, those of freespins in
 * alphabetical order unless the quirk says otherwise, amounts in their shortest form.
 * TypeError where an amount is no decimal text.
 */
export const renderCallback = (
  callback: Callback,
  { nestedOrder: order = 'sorted' }: Partial<Pick<Quirks, 'nestedOrder'>> = {},
): JsonObject => write(callback, fields, { names: wireOrder[callback.type], order });

/**
 * The callback that a body means (section 6), amounts in plain digits; undefined where a field is
 * missing, empty, of another type or a negative amount. Fields it does not know are left out.
 */
export const parseCallback = (body: JsonNode): Callback | undefined => {
  const type = memberOf(body, 'type');
  if (type?.kind !== 'string' || !Object.hasOwn(wireOrder, type.value)) return undefined;
  const callback = read(body, fields, wireOrder[type.value as CallbackType]) as Callback | undefined;
  if (callback?.type !== 'makeBet') return callback;
  const [bet = '', win = ''] = ['bet', 'win'].map((name) => {
    const node = memberOf(body, name);
    return node?.kind === 'number' ? node.text : undefined;
  });
  return bet === callback.bet && win === callback.win ? callback : { ...callback, asWritten: { bet, win } };
};

/** The callback that bytes mean (section 6); undefined where they mean none. Never throws. */
export const callbackOfBody = (body: Uint8Array): Callback | undefined => {
  const heard = readBody(body);
  return heard.kind === 'json' ? parseCallback(heard.node) : undefined;
};

/** Section 6: a rollback names the transaction of a bet, and nothing of its amounts. */
export const rollbackOf = (bet: MakeBet, requestId: string): Rollback => ({
  agentId: bet.agentId,
  sessionId: bet.sessionId,
  playerId: bet.playerId,
  playerUsername: bet.playerUsername,
  type: 'rollback',
  currency: bet.currency,
  language: bet.language,
  transactionId: bet.transactionId,
  requestId,
});
