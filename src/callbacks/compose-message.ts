import { faultySignature } from '../faults/faulty-signature.ts';
import { renderJson } from '../json/json-node.ts';
import { signBody } from '../signing/sign.ts';
import type { Callback } from '../spec/callback.ts';
import type { Exchange, ExchangeSubject, Headers } from '../spec/exchange.ts';
import type { SignatureVariant } from '../spec/fault.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Dice } from '../world/dice.ts';
import { renderCallback } from './render-callback.ts';

/** The agent that a callback goes to. */
export interface Recipient {
  readonly url: string;
  readonly token: string;
  /** The dialect it verifies signatures in; `minimal` when absent. */
  readonly dialect?: string;
  readonly timeoutMs: number;
  readonly nestedOrder?: Quirks['nestedOrder'];
}

/** A callback written and signed as it must be. WalletproofError for an unknown dialect. */
export const composeLetter = (callback: Callback, recipient: Recipient): Letter => {
  const { url, token, dialect = 'minimal', timeoutMs, nestedOrder = 'sorted' } = recipient;
  const text = renderJson(renderCallback(callback, { nestedOrder }));
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'x-signature': signBody(text, dialect, token),
    },
    body: Buffer.from(text),
    timeoutMs,
    kind: callback.type,
    subject: subjectOf(callback),
    dialect,
  };
};

/** How a request is put on the wire where HTTP leaves it free. */
export interface WireForm {
  /** In chunks, without saying how long it is. */
  readonly body?: 'chunked';
  /** `X-Signature` or `X-SIGNATURE`; names are in lower case else. */
  readonly headerNames?: 'title' | 'upper';
}

/** One callback, ready to be sent once. */
export interface Letter {
  readonly url: string;
  /** POST when absent. */
  readonly method?: string;
  /** The courier adds those that HTTP needs, and changes none of these. */
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** For the whole attempt, the last byte of the answer included. */
  readonly timeoutMs: number;
  readonly kind: Exchange['kind'];
  readonly subject: ExchangeSubject;
  readonly attempt?: number;
  readonly dialect?: string;
  /** Ends the attempt with `interrupted`. */
  readonly signal?: AbortSignal;
  /** A fault: the connection is dropped as soon as the answer begins, and the answer is lost. */
  readonly dropAnswer?: boolean;
  readonly wire?: WireForm;
  readonly origin?: Exchange['origin'];
}

interface OddLetterTerms {
  readonly recipient: Recipient;
  readonly signature: SignatureVariant;
  /** The token of another agent, for `other-agent`. */
  readonly otherToken: string;
  readonly dice: Dice;
}

/** A callback written as it must be, and signed in a variant. WalletproofError as composeLetter. */
export const composeOddLetter = (
  callback: Callback,
  { recipient, signature: variant, otherToken, dice }: OddLetterTerms,
): Letter => {
  const letter = composeLetter(callback, recipient);
  const signed = (each: Callback, token: string): string =>
    composeLetter(each, { ...recipient, token }).headers['x-signature'] ?? '';
  const signature = faultySignature(variant, {
    sign: (token) => signed(callback, token),
    signOther: () =>
      signed({ ...callback, requestId: `${callback.requestId}-other` }, recipient.token),
    token: recipient.token,
    otherToken,
    dice,
  });
  const { 'x-signature': _right, ...headers } = letter.headers;
  return {
    ...letter,
    headers: signature === undefined ? headers : { ...headers, 'x-signature': signature },
  };
};

/** What a callback is about, for finding its exchange again. */
export const subjectOf = (callback: Callback): ExchangeSubject => ({
  agentId: callback.agentId,
  sessionId: callback.sessionId,
  playerId: callback.playerId,
  requestId: callback.requestId,
  ...(callback.type === 'getBalance' ? {} : { transactionId: callback.transactionId }),
});
