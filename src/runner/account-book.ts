import type { Account } from '../ledger/ledger.ts';
import { accountKey } from '../ledger/ledger.ts';
import type { Amount } from '../money/amount.ts';
import { renderAtScale } from '../money/currency-scale.ts';

/** Somebody else moved money in an account of the run. */
export interface Drift {
  readonly account: Account;
  readonly sentence: string;
}

/** What the run left in each account, and where somebody else was seen to move money. */
export interface AccountBook {
  /** The balance that the run left; undefined when it could not be told. */
  left(account: Account): Amount | undefined;
  leave(account: Account, balance: Amount | undefined): void;
  /** Two sources did not agree on what is left: the next opening must be proven. */
  doubt(account: Account): void;
  isDoubted(account: Account): boolean;
  /** Takes note that the account had `before`, and then `after` without a call of the run. */
  noteDrift(account: Account, before: Amount, after: Amount): Drift;
  drifts(): readonly Drift[];
}

export const createAccountBook = (): AccountBook => {
  const balances = new Map<string, Amount>();
  const doubted = new Set<string>();
  const drifts: Drift[] = [];
  return {
    left: (account) => balances.get(accountKey(account)),
    leave: (account, balance) => {
      if (balance === undefined) balances.delete(accountKey(account));
      else balances.set(accountKey(account), balance);
      doubted.delete(accountKey(account));
    },
    doubt: (account) => {
      doubted.add(accountKey(account));
    },
    isDoubted: (account) => doubted.has(accountKey(account)),
    noteDrift: (account, before, after) => {
      const { playerId, currency } = account;
      const [from, to] = [renderAtScale(before, currency), renderAtScale(after, currency)];
      const sentence = `somebody else moves the money of ${playerId}: the run left ${from} ${currency}, later there were ${to}; play with a player whom nobody else uses`;
      const drift = { account, sentence };
      drifts.push(drift);
      return drift;
    },
    drifts: () => drifts,
  };
};
