/** What the matchers add to an expectation. */
export interface WalletMatchers<R> {
  /** The answer is right, or breaks a `should` at most. */
  toConform(): R;
  /** The agent refused it, with that error code where one is given, and was right to. */
  toBeRefused(code?: string): R;
  /** The agent answered that balance: `994.5` and `994.50` are one. */
  toHaveBalance(balance: string | number): R;
}
