import type { WireForm } from '../callbacks/compose-message.ts';
import { subjectOf } from '../callbacks/compose-message.ts';
import { parseCallback } from '../callbacks/parse-callback.ts';
import { renderCallback } from '../callbacks/render-callback.ts';
import { faultySignature, signatureStanding } from '../faults/faulty-signature.ts';
import type { AgentConfiguration, PlayerConfiguration } from '../formats/configuration.ts';
import type { CallOptions, FieldValue } from '../formats/scenario/scenario.ts';
import type { JsonMember, JsonNode, JsonObject } from '../json/json-node.ts';
import { renderJson, toNode } from '../json/json-node.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Intent } from '../judges/call.ts';
import { signBody } from '../signing/sign.ts';
import type { Callback } from '../spec/callback.ts';
import type { Exchange, ExchangeSubject } from '../spec/exchange.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Dice } from '../world/dice.ts';

/** What every body of a run is signed and altered with. */
export interface CallSigning {
  readonly agent: Pick<AgentConfiguration, 'id' | 'dialect'> & { readonly token: string };
  /** The token that belongs to another agent, for signatures that must be refused. */
  readonly otherToken: string;
  readonly players: readonly Pick<PlayerConfiguration, 'id'>[];
  readonly quirks: Pick<Quirks, 'nestedOrder'>;
  readonly dice: Dice;
}

interface CallDraft {
  readonly label: string;
  readonly line?: number;
  readonly callback: Callback;
  readonly options: CallOptions;
}

/** Turns a logical callback into the bytes to send, with the deviations that the step asks for. */
export const composeCall = (signing: CallSigning, draft: CallDraft): ComposedCall => {
  const { callback, options, label, line } = draft;
  const signed = signedBody(signing, callback, options);
  const text = renderJson(signed);
  const header = signatureOf(signing, callback, { text, options });
  const altered = renderJson(
    repeatFields(setFields(signed, options.tamper, signing.players), options.twice),
  );
  const understood = parseCallback(signed) ?? callback;
  return {
    label,
    line,
    callback: understood,
    intent: intentOf(signing, signed, options),
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(header !== undefined && { 'x-signature': header }),
    },
    body: Buffer.from(altered),
    kind: callback.type,
    subject: subjectOf(understood),
    dialect: signing.agent.dialect ?? 'minimal',
    dropAnswer: options.lose === 'answer',
  };
};

const signedBody = (signing: CallSigning, callback: Callback, options: CallOptions): JsonObject => {
  const rendered = renderCallback(callback, { nestedOrder: signing.quirks.nestedOrder });
  const fresh = freshTransactionId(options.fields, callback);
  const changed = withoutFields(setFields(rendered, fresh, signing.players), options.without);
  return orderFields(changed, options.wire, signing.dice);
};

interface Signable {
  readonly text: string;
  readonly options: CallOptions;
}

const signatureOf = (signing: CallSigning, callback: Callback, { text, options }: Signable) =>
  faultySignature(options.signature, {
    sign: (token) => signBody(text, signing.agent.dialect, token),
    signOther: () => {
      const other = { ...callback, requestId: `${callback.requestId}-other` };
      return signBody(
        renderJson(renderCallback(other)),
        signing.agent.dialect,
        signing.agent.token,
      );
    },
    token: signing.agent.token,
    otherToken: signing.otherToken,
    dice: signing.dice,
  });

/** The callback of a reader that takes the first of repeated keys. */
const firstOf = (body: JsonObject, { twice }: CallOptions): Callback | undefined =>
  Object.keys(twice).length === 0 ? undefined : parseCallback(setFields(body, twice, []));

const intentOf = ({ agent }: CallSigning, body: JsonObject, options: CallOptions): Intent => {
  const standing = signatureStanding(options.signature);
  const isTampered = Object.keys(options.tamper).length > 0;
  if (isTampered || standing === 'bad') {
    return { kind: 'badly-signed', variant: isTampered ? 'tampered' : options.signature };
  }
  const callback = parseCallback(body);
  if (callback === undefined || callback.agentId !== agent.id) return { kind: 'invalid' };
  if (standing === 'odd') return { kind: 'oddly-signed', callback, variant: options.signature };
  const first = firstOf(body, options) ?? callback;
  return first === callback
    ? { kind: 'valid', callback }
    : { kind: 'repeated-keys', callback, first };
};

/** A call ready to be sent: the exact bytes, and what they are meant to be. */
export interface ComposedCall {
  readonly label: string;
  readonly line?: number;
  /** The logical callback, before anything was altered; absent for raw bodies. */
  readonly callback?: Callback;
  readonly intent: Intent;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly kind: Exchange['kind'];
  readonly subject: ExchangeSubject;
  /** The dialect it is signed in; absent for raw bodies. */
  readonly dialect?: string;
  /** The connection is dropped when the answer begins. */
  readonly dropAnswer?: boolean;
  readonly wire?: WireForm;
}

/** Ids longer than this keep their length; shorter ones grow. */
const longId = 64;

/**
 * A transaction_id that a scenario writes out would be known to the agent on the second run: it
 * gets the call's own fresh id as its end.
 */
export const freshTransactionId = (
  fields: CallOptions['fields'],
  callback: Callback,
): CallOptions['fields'] => {
  const { transaction_id: written } = fields;
  if (typeof written !== 'string' || written === '' || callback.type === 'getBalance')
    return fields;
  const end = `-${callback.transactionId}`;
  const start = written.length > longId ? written.slice(0, -end.length) : written;
  return { ...fields, transaction_id: `${start}${end}` };
};

/** The body with fields set, by dotted name: replaced where they are, added at the end where not. */
export const setFields = (
  body: JsonObject,
  fields: Readonly<Record<string, FieldValue>>,
  players: readonly Pick<PlayerConfiguration, 'id'>[],
): JsonObject =>
  Object.entries(fields).reduce<JsonObject>(
    (altered, [path, value]) => setField(altered, path.split('.'), nodeOf(value, players)),
    body,
  );

/** The body with top-level keys written twice: those values first, then what is there already. */
const repeatFields = (
  body: JsonObject,
  twice: Readonly<Record<string, FieldValue>>,
): JsonObject => ({
  kind: 'object',
  members: body.members.flatMap((member) =>
    member.name in twice
      ? [{ name: member.name, value: nodeOf(twice[member.name], []) }, member]
      : [member],
  ),
});

/** The body without those top-level fields. */
export const withoutFields = (body: JsonObject, names: readonly string[]): JsonObject => ({
  kind: 'object',
  members: body.members.filter(({ name }) => !names.includes(name)),
});

/** The body with its top-level keys in another order. */
export const orderFields = (
  body: JsonObject,
  wire: CallOptions['wire'],
  dice: Dice,
): JsonObject => {
  const orders: Record<CallOptions['wire'], () => readonly JsonMember[]> = {
    table: () => body.members,
    shuffled: () => dice.shuffle(body.members),
    sorted: () => body.members.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
  return { kind: 'object', members: orders[wire]() };
};

/** `{ json: text }` is that very JSON text, for what YAML cannot write; `{ player: 2 }` that player's id. */
const nodeOf = (
  value: FieldValue,
  players: readonly Pick<PlayerConfiguration, 'id'>[],
): JsonNode => {
  if (typeof value !== 'object' || value === null) return toNode(value);
  if ('json' in value) return parseJson(String(value.json));
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
