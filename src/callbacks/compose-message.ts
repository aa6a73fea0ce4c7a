import { faultySignature, signatureStanding } from '../faults/faulty-signature.ts';
import type { CallOptions, RawBodyStep } from '../formats/scenario/scenario.ts';
import type { JsonObject } from '../json/json-node.ts';
import { renderJson } from '../json/json-node.ts';
import { sign, signBody } from '../signing/sign.ts';
import type { Callback } from '../spec/callback.ts';
import type { ExchangeSubject, Headers } from '../spec/exchange.ts';
import type { SignatureVariant } from '../spec/fault.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Dice } from '../world/dice.ts';
import type { KnownPlayer } from './alter-body.ts';
import {
  freshTransactionId,
  orderFields,
  repeatFields,
  setFields,
  withoutFields,
} from './alter-body.ts';
import type { CallbackMessage, Intent } from './message.ts';
import { parseCallback } from './parse-callback.ts';
import { renderCallback } from './render-callback.ts';

/** The agent that a callback goes to. */
export interface Recipient {
  readonly agentId: number;
  readonly url: string;
  readonly token: string;
  /** The dialect it verifies signatures in; `minimal` when absent. */
  readonly dialect?: string;
  /** `sorted` when absent. */
  readonly nestedOrder?: Quirks['nestedOrder'];
  readonly timeoutMs: number;
}

/** What every message to an agent is composed with. */
export interface MessageTerms {
  readonly recipient: Recipient;
  /** The token of another agent, for signatures that must be refused. */
  readonly otherToken: string;
  readonly dice: Dice;
  /** Whom `{ player: 2 }` as the value of a field means. */
  readonly players?: readonly KnownPlayer[];
}

/** How a message is not what it must be. */
export interface Alterations
  extends Partial<
    Pick<CallOptions, 'signature' | 'fields' | 'without' | 'wire' | 'tamper' | 'twice' | 'lose'>
  > {
  /** Writes the body, where that is not done plainly. */
  readonly write?: (body: JsonObject) => string;
}

/**
 * A callback written and signed as it must be, but for the alterations. The only place where
 * callbacks are. WalletproofError for an unknown dialect.
 */
export const composeMessage = (
  callback: Callback,
  terms: MessageTerms,
  alterations: Alterations = {},
): CallbackMessage => {
  const { url, timeoutMs, dialect = 'minimal' } = terms.recipient;
  const { signature = 'valid', tamper = {}, twice = {}, write = renderJson } = alterations;
  const signed = signedBody(callback, terms, alterations);
  const text = write(signed);
  const altered = repeatFields(setFields(signed, tamper, terms.players), twice);
  const understood = parseCallback(signed) ?? callback;
  return {
    url,
    timeoutMs,
    method: 'POST',
    headers: headersOf(signatureOf({ callback, text, variant: signature }, terms)),
    body: Buffer.from(altered === signed ? text : write(altered)),
    kind: callback.type,
    subject: subjectOf(understood),
    dialect,
    loseAnswer: alterations.lose === 'answer',
    callback: understood,
    intent: intentOf(signed, terms.recipient, alterations),
  };
};

/** What a callback is about, for finding its exchange again. */
const subjectOf = (callback: Callback): ExchangeSubject => ({
  agentId: callback.agentId,
  sessionId: callback.sessionId,
  playerId: callback.playerId,
  requestId: callback.requestId,
  transactionId: callback.type === 'getBalance' ? undefined : callback.transactionId,
});

const signedBody = (
  callback: Callback,
  { recipient, players, dice }: MessageTerms,
  { fields = {}, without = [], wire = 'table' }: Alterations,
): JsonObject => {
  const rendered = renderCallback(callback, recipient);
  const filled = setFields(rendered, freshTransactionId(fields, callback), players);
  return orderFields(withoutFields(filled, without), wire, dice);
};

interface Signable {
  readonly callback: Callback;
  readonly text: string;
  readonly variant: SignatureVariant;
}

const signatureOf = (
  { callback, text, variant }: Signable,
  { recipient, otherToken, dice }: MessageTerms,
): string | undefined => {
  const { dialect, token } = recipient;
  return faultySignature(variant, {
    sign: (key) => signBody(text, dialect, key),
    signOther: () => {
      const other = { ...callback, requestId: `${callback.requestId}-other` };
      return signBody(renderJson(renderCallback(other, recipient)), dialect, token);
    },
    token,
    otherToken,
    dice,
  });
};

const headersOf = (signature: string | undefined, contentType = 'application/json'): Headers => ({
  'content-type': contentType,
  ...(signature === undefined ? {} : { 'x-signature': signature }),
});

const intentOf = (
  signed: JsonObject,
  { agentId }: Recipient,
  { signature = 'valid', tamper = {}, twice = {} }: Alterations,
): Intent => {
  const standing = signatureStanding(signature);
  const isTampered = Object.keys(tamper).length > 0;
  if (isTampered || standing === 'bad') {
    return { kind: 'badly-signed', variant: isTampered ? 'tampered' : signature };
  }
  const callback = parseCallback(signed);
  if (callback === undefined || callback.agentId !== agentId) return { kind: 'invalid' };
  if (standing === 'odd') return { kind: 'oddly-signed', callback, variant: signature };
  if (Object.keys(twice).length === 0) return { kind: 'valid', callback };
  // A reader that takes the first of repeated keys reads these.
  const first = parseCallback(setFields(signed, twice)) ?? callback;
  return { kind: 'repeated-keys', callback, first };
};

/** The message under a signature that fits nothing, also where its bytes were sent before. */
export const signWrongly = (message: CallbackMessage, dice: Dice): CallbackMessage => ({
  ...message,
  headers: { ...message.headers, 'x-signature': dice.hex(64) },
  intent:
    message.intent.kind === 'malformed'
      ? message.intent
      : { kind: 'badly-signed', variant: 'wrong' },
});

/** Bytes as they are; signed as they are, too, where the step says so. */
export const composeRaw = (
  {
    body,
    method,
    contentType,
    signed,
  }: Pick<RawBodyStep, 'body' | 'method' | 'contentType' | 'signed'>,
  { url, timeoutMs, agentId, dialect, token }: Recipient,
): CallbackMessage => ({
  url,
  timeoutMs,
  method,
  headers: headersOf(signed ? signRaw(body, dialect, token) : undefined, contentType),
  body: Buffer.from(body),
  kind: 'other',
  subject: { agentId },
  intent: { kind: 'malformed' },
});

/** A body that is no JSON cannot be canonical: its bytes are signed as they are. */
const signRaw = (body: string, dialect: string | undefined, token: string): string => {
  try {
    return signBody(body, dialect, token);
  } catch {
    return sign(body, token);
  }
};
