import type { Callback, MakeBet } from '../spec/callback.ts';

/** A transaction as a right agent has it; amounts in units. */
export interface LoadTransaction {
  readonly id: string;
  readonly bet: bigint;
  readonly win: bigint;
  readonly state: 'processed' | 'rolled-back' | 'refused';
  /** As it was sent. */
  readonly callback: MakeBet;
}

/**
 * One account as a right agent has it: a step costs the same however many came before. Amounts in
 * units of 10^-scale.
 */
export interface LoadAccount {
  readonly scale: number;
  /** As it was found. */
  readonly opening: bigint;
  balance: bigint;
  /**
   * An old transaction, an old one that was rolled back, and the last ones, oldest first: what is
   * repeated or rolled back later is one of them.
   */
  recent: readonly LoadTransaction[];
}

/** A callback that is to be sent, and what it moves. */
export interface PlannedCall {
  readonly callback: Callback;
  readonly bet: bigint;
  readonly win: bigint;
  /** The connection is dropped when the answer begins. */
  readonly isLost: boolean;
  /** It leaves so much later than the first of its group, milliseconds; with it when absent. */
  readonly afterMs?: number;
}

/** So many transactions of an account are remembered. */
const mostRecent = 5;

/** What a right agent answers to a call on its own: a balance, or undefined for a refusal; and the account after it. */
export interface Expected {
  readonly balance: bigint | undefined;
  readonly account: Pick<LoadAccount, 'balance' | 'recent'>;
}

/** Sections 3 and 6, for calls one after another; the ledger judges all else. */
export const expectedOf = (account: LoadAccount, { callback, bet, win }: PlannedCall): Expected => {
  const { balance, recent } = account;
  if (callback.type === 'getBalance') return { balance, account };
  const known = recent.find(({ id }) => id === callback.transactionId);
  if (callback.type === 'rollback') return afterRollback(account, known);
  if (known !== undefined && known.state !== 'refused') return { balance, account };
  const isCovered = bet === 0n || bet <= balance;
  const after = isCovered ? balance - bet + win : balance;
  const transaction: LoadTransaction = {
    ...{ id: callback.transactionId, bet, win, callback },
    state: isCovered ? 'processed' : 'refused',
  };
  const next = { balance: after, recent: withTransaction(recent, transaction) };
  return { balance: isCovered ? after : undefined, account: next };
};

const afterRollback = (account: LoadAccount, known: LoadTransaction | undefined): Expected => {
  if (known?.state !== 'processed') return { balance: account.balance, account };
  const balance = account.balance + known.bet - known.win;
  const recent = withTransaction(account.recent, { ...known, state: 'rolled-back' });
  return { balance, account: { balance, recent } };
};

/** The transactions with this one, in its place where it is known. */
export const withTransaction = (
  recent: readonly LoadTransaction[],
  transaction: LoadTransaction,
): readonly LoadTransaction[] => {
  const at = recent.findIndex(({ id }) => id === transaction.id);
  if (at >= 0) return recent.with(at, transaction);
  return keptOf([...recent, transaction]);
};

/** The first of each state stays, as one that was long ago; the others are the last ones. */
export const keptOf = (transactions: readonly LoadTransaction[]): readonly LoadTransaction[] => {
  if (transactions.length <= mostRecent) return transactions;
  const old = (['processed', 'rolled-back'] as const).flatMap(
    (state) => transactions.find((each) => each.state === state) ?? [],
  );
  const others = transactions.filter((each) => !old.includes(each));
  return [...old, ...others.slice(old.length - mostRecent)];
};
