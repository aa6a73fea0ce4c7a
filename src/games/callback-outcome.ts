import type { AmountText, Callback } from '../spec/callback.ts';
import type { CallTold, WaitingCall } from '../spec/game-page.ts';

/** Sends a callback to its agent. Must not reject for anything that the agent does; `calls` are its sendings in order. */
export type SendCallback = (
  callback: Callback,
  options?: SendOptions,
) => Promise<{ readonly outcome: CallbackOutcome; readonly calls: readonly CallTold[] }>;

export interface SendOptions {
  /** A makeBet that was sent before: the agent may have its transaction. */
  readonly isAgain?: boolean;
  /** The answer to the first sending is lost: the agent worked, nobody heard what it said. */
  readonly loseAnswer?: true;
  /** Told before a makeBet is rolled back, since nobody knows what became of it. */
  readonly onRollback?: () => void;
  /** Told what is to be sent again, and undefined once it is. */
  readonly onWait?: (waiting: WaitingCall | undefined) => void;
}

/** What came of a callback, once delivery (retries, a rollback) is through with it. */
export type CallbackOutcome =
  | { readonly kind: 'balance'; readonly balance: AmountText }
  /** The agent's error answer (section 7). */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** Nobody knew whether the bet was taken, so that it was cancelled; the balance where the agent told it. */
  | { readonly kind: 'rolled-back'; readonly reason: string; readonly balance?: AmountText }
  /**
   * No answer, or none that can be read; `reason` is a sentence. `interrupted`: the platform closes.
   * `unsent`: there is nowhere to send it to.
   */
  | { readonly kind: 'unclear'; readonly reason: string; readonly interrupted?: true; readonly unsent?: true };

/** Section 7: a transaction that is not found was not processed, so that nothing is left of it. */
export const isUndone = (outcome: CallbackOutcome): boolean =>
  outcome.kind === 'balance' || (outcome.kind === 'refused' && outcome.code === 'transaction_not_found');
