/** A decimal number in plain digits, such as `10.5`; never a JavaScript number (money is exact). */
export type AmountText = string;

export const callbackTypes = ['getBalance', 'makeBet', 'rollback'] as const;
export type CallbackType = (typeof callbackTypes)[number];

/** Progress of a free-spin pack inside getBalance (section 2). */
export interface FreespinsProgress {
  readonly played: number;
  readonly total: number;
  readonly isFinish: boolean;
  readonly accumulatedWin: AmountText;
}

interface EveryCallback {
  readonly agentId: number;
  readonly sessionId: string;
  readonly playerId: string;
  readonly playerUsername: string;
  readonly currency: string;
  readonly language: string;
  readonly requestId: string;
}

/** Section 6, getBalance. */
export interface GetBalance extends EveryCallback {
  readonly type: 'getBalance';
  readonly gameId: number;
  readonly freespins?: FreespinsProgress;
}

/** Section 6, makeBet. */
export interface MakeBet extends EveryCallback {
  readonly type: 'makeBet';
  readonly bet: AmountText;
  readonly win: AmountText;
  readonly transactionId: string;
  readonly gameRoundId: string;
  readonly roundFinished: boolean;
  /** The amounts as they stand in the body, where that is not in plain digits: `1e1`, `1.50`. */
  readonly asWritten?: { readonly bet: string; readonly win: string };
}

/** Section 6, rollback. */
export interface Rollback extends EveryCallback {
  readonly type: 'rollback';
  readonly transactionId: string;
}

/** A callback as the agent is meant to understand it. */
export type Callback = GetBalance | MakeBet | Rollback;

/** The transaction_id of a callback; undefined for a getBalance, and where there is no callback. */
export const transactionIdOf = (callback: Callback | undefined): string | undefined =>
  callback === undefined || callback.type === 'getBalance' ? undefined : callback.transactionId;
