import type { Amount } from '../../money/amount.ts';
import type { Callback } from '../../spec/callback.ts';
import type { FindingCode } from '../../spec/finding.ts';
import type { Situation } from '../../spec/situation.ts';
import type { Amounts, TransactionRecord } from './memory.ts';

/** One mistake that an agent may make with this very call: the balance would be off by `change`. */
export interface OwnStory {
  readonly code: FindingCode;
  readonly change: Amount;
  readonly cause: string;
}

/** The call whose answer is off. */
export interface Told {
  readonly situation: Situation;
  readonly callback: Callback;
  /** What its transaction moved, where that is known. */
  readonly known: Amounts | undefined;
  readonly record: TransactionRecord | undefined;
  /** The balance that it must be answered with. */
  readonly expected: Amount;
  /** What the agent said last in the account. */
  readonly lastSaid: Amount | undefined;
  /** The agent is known not to have had the transaction_id before. */
  readonly isFresh: boolean;
}
