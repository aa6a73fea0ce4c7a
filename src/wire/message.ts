import type { JsonMember, JsonObject } from '../base/json.ts';
import { readBody } from '../base/read-body.ts';
import { signBody } from '../signing/sign.ts';
import type { Callback } from '../spec/callback.ts';
import type { Exchange, ExchangeSubject, Headers, HttpRequest } from '../spec/exchange.ts';
import type { Loss, SignatureForm, SignatureVariant } from '../spec/fault.ts';
import { parseCallback } from './codec.ts';

/** A request to an agent, ready to be sent once. */
export interface Message {
  readonly url: string;
  /** POST when absent. */
  readonly method?: string;
  /** The courier adds those that HTTP needs, and changes none of these. */
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly wireForm?: WireForm;
  /** `kept` when absent. */
  readonly connection?: ConnectionWish;
  /** It belongs to so many calls that are sent at once, and are to arrive at once; 1 when absent. */
  readonly burst?: number;
  /** For the whole attempt, the last byte of the answer included. */
  readonly timeoutMs: number;
  readonly kind: Exchange['kind'];
  readonly subject: ExchangeSubject;
  readonly attempt?: number;
  /** The dialect it is signed in; absent where it is not signed as a callback is. */
  readonly dialect?: string;
  /** Ends the attempt with `interrupted`. */
  readonly signal?: AbortSignal;
  /** A fault: what is lost on the way. */
  readonly lose?: LossOrder;
  readonly origin?: Exchange['origin'];
  readonly run?: Exchange['run'];
}

/** `afterMs`: so long after the request a `connection` is reset; at once when absent. */
export interface LossOrder {
  readonly what: Loss;
  readonly afterMs?: number;
}

/** How a request is put on the wire where HTTP leaves it free. */
export interface WireForm {
  /** In chunks, without saying how long it is; in three pieces, or byte by byte, each a moment after the one before. */
  readonly body?: 'chunked' | 'split' | 'slow';
  /** `x-signature` or `X-SIGNATURE`; names are written as section 6 writes `X-Signature` else. */
  readonly headerNames?: 'lower' | 'upper';
  /** `continue`: the body goes out once the agent asks for it, or does not ask soon. */
  readonly expect?: 'continue';
}

/** `kept`: over one that carried others before, where the agent keeps them; `fresh`: over a new one. */
export type ConnectionWish = 'kept' | 'fresh';

/** A callback written and signed, with what it means: nobody has to read that from the bytes. */
export interface CallbackMessage extends Message {
  readonly method: string;
  readonly intent: Intent;
  /** As the signed body reads, before anything was altered; absent for raw bodies. */
  readonly callback?: Callback;
}

/**
 * What was sent, as a right agent takes it:
 * `valid`: a callback of section 6, correctly signed;
 * `opening`: a valid getBalance whose balance nobody knows yet; `probe`: one after a refusal;
 * `badly-signed`: the signature is missing or does not fit the body;
 * `oddly-signed`: the right signature in a form the specification does not mention;
 * `repeated-keys`: some keys stand twice in the text; signed with the last value of each;
 * `invalid`: signed, but a field is missing or impossible;
 * `malformed`: not a callback at all.
 */
export type Intent =
  | { readonly kind: 'valid'; readonly callback: Callback }
  | { readonly kind: 'opening'; readonly callback: Callback }
  | { readonly kind: 'probe'; readonly callback: Callback }
  | {
      readonly kind: 'badly-signed';
      readonly variant: SignatureForm | 'tampered';
      /** Its body is no callback to this agent either: it may be refused for that. */
      readonly besides?: 'invalid';
    }
  | {
      readonly kind: 'oddly-signed';
      readonly callback: Callback;
      readonly variant: SignatureVariant;
    }
  | { readonly kind: 'repeated-keys'; readonly callback: Callback; readonly first: Callback }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'malformed' };

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
