import type { Callback } from '../spec/callback.ts';
import type { Exchange, ExchangeSubject, Headers } from '../spec/exchange.ts';
import type { SignatureForm, SignatureVariant } from '../spec/fault.ts';

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
  /** A fault: the connection is dropped as soon as the answer begins, and the answer is lost. */
  readonly loseAnswer?: boolean;
  readonly origin?: Exchange['origin'];
  readonly run?: Exchange['run'];
}

/** How a request is put on the wire where HTTP leaves it free. */
export interface WireForm {
  /** In chunks, without saying how long it is. */
  readonly body?: 'chunked';
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
