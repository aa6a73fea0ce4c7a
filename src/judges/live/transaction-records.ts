import type { Transaction } from '../../ledger/ledger.ts';
import type { Amount } from '../../money/amount.ts';
import { createRecentMap } from '../requests/create-recent-map.ts';

export interface Amounts {
  readonly bet: Amount;
  readonly win: Amount;
}

/** What is remembered of a transaction_id. */
export interface TransactionRecord {
  /** Key of the account that had it first. */
  readonly account: string;
  /** Generation of the account's data: an older one may be gone. */
  readonly generation: number;
  /** As the ledger has it; absent where it was never handled, and where the worlds do not agree. */
  readonly transaction?: Transaction;
  /** `unknowable`: nobody can tell what it moved, or whether. */
  readonly standing: 'known' | 'unknowable';
  /** The agent cannot have had it before its first sending. */
  readonly isFresh: boolean;
  /** Other amounts that came under the same id. */
  readonly otherAmounts: readonly Amounts[];
  /** The balance that its makeBet was answered with first. */
  readonly said?: Amount;
  /** Exchanges that name it, oldest first; the last few. */
  readonly exchanges: readonly string[];
}

/** The transactions seen lately: 10,000 at least. */
export interface TransactionRecords {
  get(id: string): TransactionRecord | undefined;
  set(id: string, record: TransactionRecord): void;
  clear(): void;
}

const leastRemembered = 10_000;

export const createTransactionRecords = (): TransactionRecords => {
  let records = createRecentMap<TransactionRecord>(leastRemembered);
  return {
    get: (id) => records.get(id),
    set: (id, record) => records.set(id, record),
    clear: () => {
      records = createRecentMap(leastRemembered);
    },
  };
};
