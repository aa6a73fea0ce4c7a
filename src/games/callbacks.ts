import { type Amount, renderAmount } from '../base/money.ts';
import type { Demo } from '../platform/demos.ts';
import type { Pack } from '../platform/packs.ts';
import type { AmountText, Callback, FreespinsProgress, GetBalance, MakeBet, Rollback } from '../spec/callback.ts';
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

/** What the callbacks of all games share. */
export interface CallbackIds {
  /** Draws ids of transactions, rounds and callbacks. */
  readonly nextId: () => string;
  /** makeBets that were not sent yet: no agent can have their transactions. */
  readonly unsent: WeakSet<MakeBet>;
}

/** The callbacks of a session (section 6). */
export class SessionCallbacks {
  readonly #launch: Demo['launch'];
  readonly #sessionId: string;
  readonly #shared: CallbackIds;

  constructor(launch: Demo['launch'], sessionId: string, shared: CallbackIds) {
    this.#launch = launch;
    this.#sessionId = sessionId;
    this.#shared = shared;
  }

  /** With a transaction_id that no other has. */
  makeBet(roundId: string, bet: Amount, win: Amount, progress: 'open' | 'finished'): MakeBet {
    const callback: MakeBet = {
      ...this.#base(),
      type: 'makeBet',
      bet: renderAmount(bet),
      win: renderAmount(win),
      transactionId: this.#shared.nextId(),
      gameRoundId: roundId,
      roundFinished: progress === 'finished',
    };
    this.#shared.unsent.add(callback);
    return callback;
  }

  /** The same movement as a transaction that no other was. */
  makeBetAgain(bet: MakeBet): MakeBet {
    const again = { ...bet, transactionId: this.#shared.nextId(), requestId: this.#shared.nextId() };
    this.#shared.unsent.add(again);
    return again;
  }

  /** Section 2: freespins is present while the player has active ones for the game and currency. */
  getBalance(pack: Pack | undefined): GetBalance {
    const { gameId } = this.#launch;
    return { ...this.#base(), type: 'getBalance', gameId, freespins: pack && progressOf(pack) };
  }

  rollback(transactionId: string): Rollback {
    return { ...this.#base(), type: 'rollback', transactionId };
  }

  #base(): Omit<Rollback, 'type' | 'transactionId'> {
    const { agentId, playerId, playerUsername, currency, language } = this.#launch;
    const [sessionId, requestId] = [this.#sessionId, this.#shared.nextId()];
    return { agentId, sessionId, playerId, playerUsername, currency, language, requestId };
  }
}

/** A pack that ends early ends with what was played: is_finish means played >= total. */
export const progressOf = ({ closing, played, total, accumulatedWin }: Pack): FreespinsProgress => ({
  played,
  total: closing === undefined ? total : played,
  isFinish: closing !== undefined || played >= total,
  accumulatedWin,
});
