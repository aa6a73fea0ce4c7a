import { parseCallback } from '../callbacks/parse-callback.ts';
import { renderCallback } from '../callbacks/render-callback.ts';
import { subjectOf } from '../callbacks/subject-of.ts';
import { faultySignature, signatureStanding } from '../faults/faulty-signature.ts';
import type { JsonObject } from '../json/json-node.ts';
import { renderJson } from '../json/json-node.ts';
import type { Intent } from '../judges/call.ts';
import { signBody } from '../signing/sign-body.ts';
import type { Callback } from '../spec/callback.ts';
import type { AgentConfiguration, PlayerConfiguration } from '../spec/configuration.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { CallOptions } from '../spec/scenario.ts';
import type { Dice } from '../world/dice.ts';
import { orderFields, repeatFields, setFields, withoutFields } from './alter-body.ts';
import type { ComposedCall } from './composed-call.ts';
import { freshTransactionId } from './fresh-transaction-id.ts';

/** What every body of a run is signed and altered with. */
export interface Press {
  readonly agent: Pick<AgentConfiguration, 'id' | 'dialect'> & { readonly token: string };
  /** The token that belongs to another agent, for signatures that must be refused. */
  readonly otherToken: string;
  readonly players: readonly Pick<PlayerConfiguration, 'id'>[];
  readonly quirks: Pick<Quirks, 'nestedOrder'>;
  readonly dice: Dice;
}

export interface Draft {
  readonly label: string;
  readonly line?: number;
  readonly callback: Callback;
  readonly options: CallOptions;
}

/** Turns a logical callback into the bytes to send, with the deviations that the step asks for. */
export const composeCall = (press: Press, draft: Draft): ComposedCall => {
  const { callback, options, label, line } = draft;
  const signed = signedBody(press, callback, options);
  const text = renderJson(signed);
  const header = signatureOf(press, callback, { text, options });
  const altered = renderJson(
    repeatFields(setFields(signed, options.tamper, press.players), options.twice),
  );
  const understood = parseCallback(signed) ?? callback;
  return {
    label,
    ...(line === undefined ? {} : { line }),
    callback: understood,
    intent: intentOf(press, signed, options),
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(header === undefined ? {} : { 'x-signature': header }),
    },
    body: Buffer.from(altered),
    kind: callback.type,
    subject: subjectOf(understood),
    dialect: press.agent.dialect ?? 'minimal',
    ...(options.lose === 'answer' ? { dropAnswer: true } : {}),
  };
};

const signedBody = (press: Press, callback: Callback, options: CallOptions): JsonObject => {
  const rendered = renderCallback(callback, { nestedOrder: press.quirks.nestedOrder });
  const fresh = freshTransactionId(options.fields, callback);
  const changed = withoutFields(setFields(rendered, fresh, press.players), options.without);
  return orderFields(changed, options.wire, press.dice);
};

interface Signable {
  readonly text: string;
  readonly options: CallOptions;
}

const signatureOf = (press: Press, callback: Callback, { text, options }: Signable) =>
  faultySignature(options.signature, {
    sign: (token) => signBody(text, press.agent.dialect, token),
    signOther: () => {
      const other = { ...callback, requestId: `${callback.requestId}-other` };
      return signBody(renderJson(renderCallback(other)), press.agent.dialect, press.agent.token);
    },
    token: press.agent.token,
    otherToken: press.otherToken,
    dice: press.dice,
  });

/** The callback of a reader that takes the first of repeated keys. */
const firstOf = (body: JsonObject, { twice }: CallOptions): Callback | undefined =>
  Object.keys(twice).length === 0 ? undefined : parseCallback(setFields(body, twice, []));

const intentOf = ({ agent }: Press, body: JsonObject, options: CallOptions): Intent => {
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
