import type { AmountText, Callback } from '../spec/callback.ts';
import type { CallTold } from '../spec/game-page.ts';

/** What came of a callback, once delivery (retries, a rollback) is through with it. */
export type CallbackOutcome =
  | { readonly kind: 'balance'; readonly balance: AmountText }
  /** The agent's error answer (section 7). */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** Nobody knew whether the bet was taken, so that it was cancelled; the balance where the agent told it. */
  | { readonly kind: 'rolled-back'; readonly reason: string; readonly balance?: AmountText }
  /** No answer, or none that can be read; `reason` is a sentence. */
  | { readonly kind: 'unclear'; readonly reason: string };

/** The outcome, and every sending that led to it, in order. */
export interface SentCallback {
  readonly outcome: CallbackOutcome;
  readonly calls: readonly CallTold[];
}

export interface SendOptions {
  /** The answer to the first sending is lost: the agent worked, nobody heard what it said. */
  readonly loseAnswer?: true;
}

/** Sends a callback to its agent. Must not reject for anything that the agent does. */
export type SendCallback = (callback: Callback, options?: SendOptions) => Promise<SentCallback>;
