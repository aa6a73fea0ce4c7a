/** What the sender of a callback does otherwise than it should. */
export interface CallbackDeviation {
  /** Waits so long before it sends. */
  readonly delayMs: number;
  /** The connection is dropped once the answer begins. */
  readonly loseAnswer: boolean;
  /** `again`: the same bytes once more after the answer; `together`: twice at the same time. */
  readonly send: 'once' | 'again' | 'together';
  readonly signature: 'valid' | 'wrong';
}

/** Nothing out of the ordinary. */
export const noDeviation: CallbackDeviation = {
  delayMs: 0,
  loseAnswer: false,
  send: 'once',
  signature: 'valid',
};
