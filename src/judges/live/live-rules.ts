import type { Transaction } from '../../ledger/ledger.ts';
import type { Quirks } from '../../spec/quirks.ts';
import type { Level } from '../../spec/verdict.ts';
import type { Case } from '../case.ts';
import type { AccountState } from './account-state.ts';
import type { TransactionRecords } from './transaction-records.ts';
import type { World } from './world.ts';

/** What all judgements of one judge have in common. */
export interface LiveRules {
  readonly quirks: Pick<Quirks, 'unknownRollback' | 'spentWinRollback' | 'agentErrorStatus'>;
  readonly records: TransactionRecords;
  /** A case without requirements and without a ledger: findings are charged in it. */
  readonly scratch: Case;
  readonly levelOf: (requirement: string) => Level | undefined;
  readonly stateOf: (accountKey: string) => AccountState | undefined;
  /**
   * Situations in which this agent was right before: a difference there may be chance. And whether
   * it has taken a signature (`proven-signature.ts`).
   */
  readonly proven: Set<string>;
}

/** The transaction as that world has it. */
export const transactionIn = (
  { records }: Pick<LiveRules, 'records'>,
  world: World,
  id: string,
): Transaction | undefined => world.transactions.get(id) ?? records.get(id)?.transaction;
