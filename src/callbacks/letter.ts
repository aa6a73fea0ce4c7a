import type { Exchange, ExchangeSubject, Headers } from '../spec/exchange.ts';

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
  readonly method?: string | undefined;
  /** The courier adds those that HTTP needs, and changes none of these. */
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** For the whole attempt, the last byte of the answer included. */
  readonly timeoutMs: number;
  readonly kind: Exchange['kind'];
  readonly subject: ExchangeSubject;
  readonly attempt?: number | undefined;
  readonly dialect?: string | undefined;
  /** Ends the attempt with `interrupted`. */
  readonly signal?: AbortSignal | undefined;
  /** A fault: the connection is dropped as soon as the answer begins, and the answer is lost. */
  readonly dropAnswer?: boolean | undefined;
  readonly wire?: WireForm | undefined;
  readonly origin?: Exchange['origin'] | undefined;
}
