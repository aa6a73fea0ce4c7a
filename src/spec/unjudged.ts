/** Why nobody can tell whether an answer is right. */
export interface UnjudgedReason {
  /** `because …`, of several answers. */
  readonly because: string;
  /** Whether a balance that is asked while nothing else is under way would tell the next ones. */
  readonly quietHelps: boolean;
}

/** In live traffic, where somebody else may move the money, too. */
export const unjudgedReasons = {
  'at-once': { because: 'calls of one account overlapped', quietHelps: true },
  'account-unknown': { because: 'nothing was known of the account before', quietHelps: true },
  'transaction-unknown': { because: 'the agent may know the transaction from before', quietHelps: false },
  'no-answer': { because: 'no answer came, or none that tells what was done', quietHelps: false },
  moved: { because: 'the money looks moved by something else, and the next balance must show', quietHelps: true },
  'other-use': { because: 'a run or a reset used the account meanwhile', quietHelps: true },
  open: { because: 'a right agent may answer so, too', quietHelps: false },
} as const satisfies Record<string, UnjudgedReason>;

export type UnjudgedCode = keyof typeof unjudgedReasons;
