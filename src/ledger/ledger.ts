import type { Amount } from '../money/amount.ts';

/** One player in one currency: what has a balance. */
export interface Account {
  readonly playerId: string;
  readonly currency: string;
}

/** JSON of the pair: no player id can be made to collide with another account. */
export const accountKey = ({ playerId, currency }: Account): string =>
  JSON.stringify([playerId, currency]);

/**
 * What the wallet knows of a transaction (section 3):
 * `processed` and `rolled-back` as there; `refused`: its bet was above the balance;
 * `cancelled`: its rollback came before it.
 */
export interface Transaction {
  readonly state: 'processed' | 'rolled-back' | 'refused' | 'cancelled';
  readonly id: string;
  readonly account: Account;
  readonly bet: Amount;
  readonly win: Amount;
}

/** Whether the agent had it and moved its money, once; a refused or cancelled one it may have forgotten. */
export const wasApplied = ({ state }: Transaction): boolean =>
  state === 'processed' || state === 'rolled-back';

/** The model of the agent's wallet: a value; every step makes a new one. */
export interface Ledger {
  /** By account key; an account that is not here is unknown to the agent. */
  readonly balances: ReadonlyMap<string, Amount>;
  readonly transactions: ReadonlyMap<string, Transaction>;
}

/** A wallet without accounts. */
export const emptyLedger: Ledger = { balances: new Map(), transactions: new Map() };

/** The wallet with that balance in an account, as a getBalance has shown it. */
export const setBalance = (ledger: Ledger, account: Account, balance: Amount): Ledger => ({
  ...ledger,
  balances: new Map(ledger.balances).set(accountKey(account), balance),
});

/** The wallet after a transaction changed its state and moved `change` in its account. */
export const settle = (ledger: Ledger, transaction: Transaction, change: Amount): Ledger => {
  const key = accountKey(transaction.account);
  const balance = ledger.balances.get(key);
  return {
    balances:
      balance === undefined || change.eq(0)
        ? ledger.balances
        : new Map(ledger.balances).set(key, balance.plus(change)),
    transactions: new Map(ledger.transactions).set(transaction.id, transaction),
  };
};

export const balanceOf = (ledger: Ledger, account: Account): Amount | undefined =>
  ledger.balances.get(accountKey(account));
