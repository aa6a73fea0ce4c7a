import type { Account } from '../../ledger/ledger.ts';
import { accountKey } from '../../ledger/ledger.ts';
import type { AccountState } from './account-state.ts';
import { openAccount } from './account-state.ts';

/** The accounts that were used lately: 1,000 at most. */
export interface Accounts {
  /** The account as it stands; a new one where it is not known. */
  of(account: Account, username: string): AccountState;
  find(key: string): AccountState | undefined;
  set(state: AccountState): void;
  /** The one that was used last comes last. */
  all(): readonly AccountState[];
  clear(): void;
}

const mostAccounts = 1_000;

export const createAccounts = (): Accounts => {
  const states = new Map<string, AccountState>();
  return {
    of: ({ playerId, currency }, username) => ({
      ...(states.get(accountKey({ playerId, currency })) ??
        openAccount({ playerId, currency }, username)),
      username,
    }),
    find: (key) => states.get(key),
    set: (state) => {
      const key = accountKey(state.account);
      states.delete(key);
      states.set(key, state);
      const [oldest] = states.keys();
      if (states.size > mostAccounts && oldest !== undefined) states.delete(oldest);
    },
    all: () => [...states.values()],
    clear: () => states.clear(),
  };
};
