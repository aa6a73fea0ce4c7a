import { createHash, createHmac } from 'node:crypto';
import type { Dice } from '../base/dice.ts';
import { type JsonObject, renderJson } from '../base/json.ts';
import type { CallOptions, RawBodyStep } from '../formats/scenario/scenario.ts';
import { canonicalForm } from '../signing/canonical-form.ts';
import { demandDialect } from '../signing/dialects.ts';
import { sign, signBody } from '../signing/sign.ts';
import { type Callback, transactionIdOf } from '../spec/callback.ts';
import type { ExchangeSubject, Headers } from '../spec/exchange.ts';
import { losses, type SignatureForm } from '../spec/fault.ts';
import type { HttpForm } from '../spec/http-form.ts';
import type { Quirks } from '../spec/quirks.ts';
import {
  freshTransactionId,
  isNoJson,
  type KnownPlayer,
  orderFields,
  repeatFields,
  setFields,
  withoutFields,
} from './alter-body.ts';
import { parseCallback, renderCallback } from './codec.ts';
import {
  type CallbackMessage,
  type ConnectionWish,
  type Intent,
  type LossOrder,
  type Message,
  readIntent,
} from './message.ts';

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
  /** What the agent is quicker over; `kept` when absent. */
  readonly connection?: ConnectionWish;
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
  extends Partial<Pick<CallOptions, 'signature' | 'fields' | 'without' | 'wire' | 'tamper' | 'twice' | 'http'>> {
  /** What the signature is forged from. */
  readonly earlier?: Pick<CallbackMessage, 'headers'>;
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
  const { url, timeoutMs, connection, dialect = 'minimal' } = terms.recipient;
  const { signature = 'valid', tamper = {}, twice = {} } = alterations;
  const signed = signedBody(callback, terms, alterations);
  // What `renderJson` writes reads as the tree that it was given: a third of composing was reading it.
  const spoken = demandDialect(dialect);
  // What reads NaN writes it as well.
  const isOdd = isNoJson(alterations.fields ?? {});
  const canonical = canonicalForm(signed, isOdd ? { ...spoken, numbers: 'as-sent' } : spoken);
  const earlier = alterations.earlier?.headers['x-signature'];
  const xSignature = signatureOf(signature, { callback, canonical, earlier }, terms);
  const altered = repeatFields(setFields(signed, tamper, terms.players), twice);
  const parsed = parseCallback(signed);
  const understood = parsed ?? callback;
  return {
    url,
    timeoutMs,
    connection,
    method: 'POST',
    headers: headersOf(xSignature, contentTypeOf(alterations)),
    body: Buffer.from(renderJson(altered)),
    kind: callback.type,
    subject: subjectOf(understood),
    dialect,
    callback: understood,
    intent: intentOf(signed, parsed?.agentId === terms.recipient.agentId ? parsed : undefined, alterations),
    ...(alterations.http === undefined ? {} : wireOf[alterations.http]),
  };
};

/** The message with what of it is lost on the way. What never arrives whole is no callback. */
export const losing = <M extends CallbackMessage>(message: M, lose: LossOrder | undefined): M => {
  if (lose === undefined) return message;
  const isWhole = losses[lose.what].arrives === 'whole';
  return { ...message, lose, intent: isWhole ? message.intent : { kind: 'malformed' } };
};

/** What a callback is about, for finding its exchange again. */
export const subjectOf = (callback: Callback): ExchangeSubject => ({
  agentId: callback.agentId,
  sessionId: callback.sessionId,
  playerId: callback.playerId,
  requestId: callback.requestId,
  transactionId: transactionIdOf(callback),
  gameRoundId: callback.type === 'makeBet' ? callback.gameRoundId : undefined,
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

interface Signed {
  readonly callback: Callback;
  /** The text that the signature covers. */
  readonly canonical: string;
  /** The signature of the earlier call that a forgery is made from. */
  readonly earlier: string | undefined;
}

const hexDigits = 64;
const cutOff = 8;

/** The text of X-Signature in a variant; undefined where the header is left out. */
const signatureOf = (
  variant: SignatureForm,
  { callback, canonical, earlier }: Signed,
  { recipient, otherToken, dice }: MessageTerms,
): string | undefined => {
  const { agentId, token, dialect } = recipient;
  const signWith = (key: string): string => sign(canonical, key);
  const right = signWith(token);
  // Nearly every callback is signed as it must be.
  if (variant === 'valid') return right;
  const hmac = (algorithm: string): string => createHmac(algorithm, token).update(canonical).digest('hex');
  const forms: Record<Exclude<SignatureForm, 'valid'>, () => string | undefined> = {
    none: () => undefined,
    empty: () => '',
    wrong: () => dice.hex(hexDigits),
    truncated: () => right.slice(0, -cutOff),
    continued: () => `${right}${dice.hex(2)}`,
    suffixed: () => `${right.slice(0, hexDigits / 2)}${dice.hex(hexDigits / 2)}`,
    'other-agent': () => signWith(otherToken),
    'other-body': () => {
      const other = { ...callback, requestId: `${callback.requestId}-other` };
      return signBody(renderJson(renderCallback(other, recipient)), dialect, token);
    },
    'upper-case': () => right.toUpperCase(),
    spaced: () => ` ${right} `,
    'empty-key': () => signWith(''),
    'null-word': () => signWith('null'),
    'undefined-word': () => signWith('undefined'),
    'agent-id': () => signWith(String(agentId)),
    sha1: () => hmac('sha1'),
    md5: () => hmac('md5'),
    sha512: () => hmac('sha512'),
    'bare-sha256': () => createHash('sha256').update(canonical).digest('hex'),
    reused: () => earlier,
    'known-request-id': () => earlier,
  };
  return forms[variant]();
};

const contentTypeOf = ({ http }: Alterations): string =>
  http === 'charset' ? 'application/json; charset=utf-8' : 'application/json';

const headersOf = (signature: string | undefined, contentType = 'application/json'): Headers => ({
  'content-type': contentType,
  ...(signature === undefined ? {} : { 'x-signature': signature }),
});

/**
 * What is different on the wire. A body that an agent
 * may leave unread goes over a connection of its own: the next call would be read as its rest.
 */
const wireOf: Readonly<Record<HttpForm, Partial<Pick<Message, 'wireForm' | 'connection'>>>> = {
  'lower-case': { wireForm: { headerNames: 'lower' } },
  'upper-case': { wireForm: { headerNames: 'upper' } },
  chunked: { wireForm: { body: 'chunked' }, connection: 'fresh' },
  split: { wireForm: { body: 'split' }, connection: 'fresh' },
  slow: { wireForm: { body: 'slow' }, connection: 'fresh' },
  'expect-continue': { wireForm: { expect: 'continue' }, connection: 'fresh' },
  'new-connection': { connection: 'fresh' },
  charset: {},
};

/** `own`: what the signed body means to this agent; undefined where it is no callback to it. */
const intentOf = (
  signed: JsonObject,
  own: Callback | undefined,
  { signature = 'valid', tamper = {}, twice = {}, fields = {} }: Alterations,
): Intent => {
  if (Object.keys(tamper).length > 0) return badlySigned('tampered', own);
  const isOdd = signature === 'upper-case' || signature === 'spaced';
  if (signature !== 'valid' && !isOdd) return badlySigned(signature, own);
  if (isNoJson(fields)) return { kind: 'malformed' };
  if (own === undefined) return { kind: 'invalid' };
  if (isOdd) return { kind: 'oddly-signed', callback: own, variant: signature };
  if (Object.keys(twice).length === 0) return { kind: 'valid', callback: own };
  // A reader that takes the first of repeated keys reads these.
  const first = parseCallback(setFields(signed, twice)) ?? own;
  return { kind: 'repeated-keys', callback: own, first };
};

const badlySigned = (
  variant: Extract<Intent, { kind: 'badly-signed' }>['variant'],
  callback: Callback | undefined,
): Intent => ({
  kind: 'badly-signed',
  variant,
  ...(callback === undefined ? { besides: 'invalid' } : {}),
});

/**
 * A body as somebody wrote it, signed again: as a callback where it is one of this agent's, else its
 * bytes as they are. `kind` and `subject` tell what it is where the body does not.
 */
export const composeEdited = (
  text: string,
  recipient: Recipient,
  about: Pick<Message, 'kind' | 'subject'>,
): CallbackMessage => {
  const { url, timeoutMs, connection, dialect = 'minimal', token, agentId } = recipient;
  const body = Buffer.from(text);
  const headers = headersOf(signRaw(text, dialect, token));
  const intent = readIntent({ headers, body }, recipient);
  const callback = 'callback' in intent ? intent.callback : undefined;
  const own = callback?.agentId === agentId ? callback : undefined;
  const known = callback === undefined ? about : { kind: callback.type, subject: subjectOf(callback) };
  return {
    ...{ url, timeoutMs, connection, method: 'POST', headers, body },
    dialect: intent.kind === 'malformed' ? undefined : dialect,
    ...{ kind: known.kind, subject: { ...known.subject, agentId }, callback: own },
    intent: callback === undefined || own !== undefined ? intent : { kind: 'invalid' },
  };
};

/** The message signed in another dialect: the same bytes under another signature. */
export const signAnew = (message: CallbackMessage, dialect: string, token: string): CallbackMessage => {
  const text = Buffer.from(message.body).toString('utf8');
  const headers = { ...message.headers, 'x-signature': signBody(text, dialect, token) };
  return { ...message, headers, dialect };
};

/** The message under a signature that fits nothing, also where its bytes were sent before. */
export const signWrongly = (message: CallbackMessage, dice: Dice): CallbackMessage => ({
  ...message,
  headers: { ...message.headers, 'x-signature': dice.hex(64) },
  intent: message.intent.kind === 'malformed' ? message.intent : { kind: 'badly-signed', variant: 'wrong' },
});

/** Bytes as they are; signed as they are, too, where the step says so. */
export const composeRaw = (
  { body, method, contentType, signed }: Pick<RawBodyStep, 'body' | 'method' | 'contentType' | 'signed'>,
  { url, timeoutMs, connection, agentId, dialect, token }: Recipient,
): CallbackMessage => ({
  url,
  timeoutMs,
  connection,
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
