import { LRUCache } from 'lru-cache';
import { type Account, accountKey } from '../../ledger/account.ts';
import { type AccountState, openAccount } from './account-state.ts';

/** How much a judge remembers: numbers of accounts. */
export interface AccountBounds {
  /** Followed; those that were used longest ago are forgotten. */
  readonly followed: number;
  /** Of which the chart is kept, of those that were used last; of the others its end alone. */
  readonly charted: number;
}

export const accountBounds: AccountBounds = { followed: 10_000, charted: 100 };

/** Points of an account that is not charted any more. */
const leastPoints = 5;

/** The accounts that were used lately. */
export interface Accounts {
  /** The account as it stands; a new one where it is not known. */
  of(account: Account, username: string): AccountState;
  find(key: string): AccountState | undefined;
  set(state: AccountState): void;
  /** The one that was used last comes last. */
  all(): readonly AccountState[];
  clear(): void;
}

/**
 * The memory of a judge. An account that was forgotten begins anew with its next call, in a later
 * generation: what is still known of its transactions is held against nobody.
 */
export const createAccounts = ({ followed, charted }: AccountBounds): Accounts => {
  let generation = 0;
  const older = new LRUCache<string, AccountState>({
    max: Math.max(1, followed - charted),
    dispose: (state, _key, reason) => {
      if (reason === 'evict') generation = Math.max(generation, state.generation + 1);
    },
  });
  const latest = new LRUCache<string, AccountState>({
    max: charted,
    dispose: (state, key, reason) => {
      if (reason === 'evict') older.set(key, withoutChart(state));
    },
  });
  const find = (key: string): AccountState | undefined => latest.peek(key) ?? older.peek(key);
  return {
    of: (account, username) => {
      const known = find(accountKey(account));
      return known === undefined ? openAccount(account, username, generation) : { ...known, username };
    },
    find,
    set: (state) => {
      const key = accountKey(state.account);
      older.delete(key);
      latest.set(key, state);
    },
    all: () => [...older.rvalues(), ...latest.rvalues()].filter((state) => state !== undefined),
    clear: () => {
      latest.clear();
      older.clear();
    },
  };
};

const withoutChart = (state: AccountState): AccountState =>
  state.points.length <= leastPoints ? state : { ...state, points: state.points.slice(-leastPoints) };
