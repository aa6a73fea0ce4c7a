import type { Account } from '../../ledger/ledger.ts';
import type { AccountStatement } from '../../spec/account-statement.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { ExchangeJudgement } from '../../spec/judgement.ts';
import type { Intent } from '../call.ts';

/** A callback that is about to leave. */
export interface LiveStart {
  readonly intent: Intent;
  /** How a person would name it: `makeBet (attempt 2)`. */
  readonly label: string;
  /** Unix milliseconds. */
  readonly at: number;
  /**
   * `fresh`: the platform made the transaction_id up for this call, so that no agent can know it.
   * `given`: it may be an old one. When absent: fresh where a game sends it.
   */
  readonly transaction?: 'fresh' | 'given';
}

export interface LiveSending {
  /**
   * The call with its answer. Gives back the judgements that became clear by it: its own; those of
   * calls that overlapped it, once all are answered; now and then an earlier one, told anew.
   */
  end(exchange: Exchange): readonly ExchangeJudgement[];
}

/** Follows every account while the platform serves, and says of every answer whether it is right. */
export interface LiveJudge {
  /** Just before it leaves. Overlap of calls on one account is known by this. */
  begin(start: LiveStart): LiveSending;
  /** The accounts, each as the ledger has followed it; the one that was used last comes last. */
  statements(): readonly AccountStatement[];
  /**
   * Somebody else used the account, such as a run of the suite: the next balance is taken as it is,
   * and the difference is booked as moved elsewhere. All accounts when absent.
   */
  forget(account?: Account): void;
  /** Somebody uses the accounts for a while: until the function given back is called, nothing is judged. */
  standAside(): () => void;
  /** As at the start: no accounts, no transactions. */
  reset(): void;
}
