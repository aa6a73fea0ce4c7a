import type { AmountText, Callback } from '../contract/callback.ts';

/** What came of a callback, once delivery (retries, a rollback) is through with it. */
export type CallbackOutcome =
  | { readonly kind: 'balance'; readonly balance: AmountText }
  /** The agent's error answer (section 7). */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** No answer, or none that can be read; `reason` is a sentence. */
  | { readonly kind: 'unclear'; readonly reason: string };

/** Sends a callback to its agent. Must not reject for anything that the agent does. */
export type SendCallback = (callback: Callback) => Promise<CallbackOutcome>;
