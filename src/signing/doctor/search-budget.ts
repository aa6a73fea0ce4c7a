/** How much the search may cost. Without a clock only the work counts. */
export interface SearchBudget {
  /** Milliseconds, from any start. */
  readonly now?: () => number;
  /** The longest time, where `now` is given. Default: 200. */
  readonly milliseconds?: number;
  /** The most signatures that are computed. Default: 40,000. */
  readonly macs?: number;
  /** The most characters that are written and signed. Default: 12 million. */
  readonly characters?: number;
}
