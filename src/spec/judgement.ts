import type { Finding } from './finding.ts';

/**
 * What the platform, as it serves, says of one exchange. `risky`: money could be created or lost,
 * nothing is broken. `unjudged`: nobody can tell, and the sentence says why.
 */
export const callVerdicts = ['right', 'wrong', 'risky', 'unjudged'] as const;
export type CallVerdict = (typeof callVerdicts)[number];

/** The judgement of one exchange. Balances: decimals at the scale of the currency. */
export interface ExchangeJudgement {
  readonly exchangeId: string;
  readonly verdict: CallVerdict;
  /** For the wallet developer: `1000.00 - 10.00 = 990.00, as the agent says.` */
  readonly sentence: string;
  readonly findings: readonly Finding[];
  /** In the account of the callback, before it and after it, as the ledger knows. */
  readonly before?: string;
  readonly expected?: string;
  /** What the agent said. */
  readonly actual?: string;
}
