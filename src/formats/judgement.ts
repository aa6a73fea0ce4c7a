import type { Finding } from '../spec/finding.ts';
import type { CallVerdict } from '../spec/verdict.ts';

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

/** A moment in the life of an account. Amounts: decimals at the scale of the currency. */
export interface AccountPoint {
  /** ISO 8601. */
  readonly at: string;
  readonly exchangeId: string;
  readonly kind: string;
  readonly expected: string;
  /** What the agent said; absent where it did not. */
  readonly actual?: string;
}

/**
 * An account as the ledger has followed it since its first callback:
 * opening − bets + wins + rollbacks + elsewhere = expected.
 * Amounts: decimals at the scale of the currency.
 */
export interface AccountStatement {
  readonly playerId: string;
  readonly playerUsername: string;
  readonly currency: string;
  /** The balance that the agent said first. */
  readonly opening: string;
  readonly bets: string;
  readonly wins: string;
  /** What rollbacks gave back, less the wins they took: may be negative. */
  readonly rollbacks: string;
  /** What somebody else moved between callbacks: may be negative. */
  readonly elsewhere: string;
  readonly expected: string;
  /** What the agent said last. */
  readonly actual?: string;
  /** `actual` − `expected`, where they differ. */
  readonly difference?: string;
  /** Oldest first; the last 500. */
  readonly points: readonly AccountPoint[];
}
