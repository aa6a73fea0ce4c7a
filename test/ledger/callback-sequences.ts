import fc from 'fast-check';
import { amountOf, renderAmount } from '../../src/base/money.ts';
import type { Account } from '../../src/ledger/account.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import type { Callback } from '../../src/spec/callback.ts';
import { getBalance, makeBet, rollback, walletWith } from './wallet.ts';

/** Two players in two currencies each. */
export const accounts: readonly Account[] = ['anna', 'boris'].flatMap((playerId) =>
  ['USD', 'EUR'].map((currency) => ({ playerId, currency })),
);

/** Amounts of two decimals; now and then one that is finer than the currency. */
const amountText: fc.Arbitrary<string> = fc
  .tuple(fc.nat(20_000), fc.constantFrom(2, 2, 2, 2, 2, 2, 3))
  .map(([digits, places]) => renderAmount(amountOf(`${digits}e-${places}`)));

const callbackOf = (id: fc.Arbitrary<string>, account: fc.Arbitrary<Account>) =>
  fc.oneof(
    { weight: 1, arbitrary: account.map((each): Callback => getBalance(each)) },
    {
      weight: 4,
      arbitrary: fc.tuple(id, fc.tuple(amountText, amountText), account).map((parts): Callback => makeBet(...parts)),
    },
    { weight: 2, arbitrary: fc.tuple(id, account).map((parts): Callback => rollback(...parts)) },
  );

/** Few ids, so that duplicates, rollbacks and mixed-up accounts are common. */
const sharedId = fc.nat(7).map((n) => `t${n}`);

export const callback: fc.Arbitrary<Callback> = callbackOf(sharedId, fc.constantFrom(...accounts));

export const callbacks: fc.Arbitrary<Callback[]> = fc.array(callback, { maxLength: 25 });

/** Callbacks of one account whose transaction ids no other account uses. */
export const callbacksOf = (account: Account): fc.Arbitrary<Callback[]> =>
  fc.array(
    callbackOf(
      fc.nat(4).map((n) => `${account.playerId}-${account.currency}-${n}`),
      fc.constant(account),
    ),
    { maxLength: 10 },
  );

/** A wallet with each of the accounts. */
export const openWallet: fc.Arbitrary<Ledger> = fc
  .array(amountText, { minLength: accounts.length, maxLength: accounts.length })
  .map((balances) => walletWith(...accounts.map((account, index) => [account, balances[index] ?? '0'] as const)));

/** All that a ledger says, as text that can be compared. */
export const written = ({ balances, transactions }: Ledger): string =>
  [
    ...[...balances].map(([key, balance]) => `${key}: ${renderAmount(balance)}`),
    ...[...transactions.values()].map(
      ({ id, state, account, bet, win }) =>
        `${id} ${state} ${account.playerId} ${account.currency} ${renderAmount(bet)} ${renderAmount(win)}`,
    ),
  ]
    .toSorted((one, other) => one.localeCompare(other))
    .join('\n');
