import type { WireForm } from '../callbacks/letter.ts';
import type { Intent } from '../judges/call.ts';
import type { Callback } from '../spec/callback.ts';
import type { Exchange, ExchangeSubject } from '../spec/exchange.ts';

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
