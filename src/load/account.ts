import type { Account } from '../ledger/account.ts';
import { balanceIn, type Ledger, openLedger, type Transaction } from '../ledger/ledger.ts';
import type { LedgerPolicy } from '../ledger/prediction.ts';
import { step } from '../ledger/step.ts';
import { type Callback, transactionIdOf } from '../spec/callback.ts';
import { amountOfUnits, unitsOfAmount } from './units.ts';

/** A callback that is to be sent, and its amounts in units. */
export interface PlannedCall {
  readonly callback: Callback;
  readonly bet: bigint;
  readonly win: bigint;
  /** The connection is dropped when the answer begins. */
  readonly isLost: boolean;
  /** It leaves so much later than the first of its group, milliseconds; with it when absent. */
  readonly afterMs?: number;
}

/** One account as a right agent has it: a value. Units are of 10^-scale. */
export interface LoadAccount {
  readonly scale: number;
  /** As it was found, in units. */
  readonly opening: bigint;
  readonly ledger: Ledger;
  /** That of the ledger, in units: what is drawn and compared with each call. */
  readonly balance: bigint;
  /**
   * The makeBets of an old transaction, of an old one that was rolled back, and of the last ones, as they
   * were sent, oldest first: what is repeated or rolled back later is one of them.
   */
  readonly recent: readonly PlannedCall[];
}

/** An account as it is found. */
export const openAccount = (whose: Account, scale: number, balance: bigint): LoadAccount => ({
  ...{ scale, opening: balance, balance, recent: [] },
  ledger: openLedger(whose, amountOfUnits(balance, scale)),
});

/** The account that has other money than anybody knows why: it goes on from there. */
export const reopened = ({ scale, opening }: LoadAccount, whose: Account, balance: bigint): LoadAccount => ({
  ...openAccount(whose, scale, balance),
  opening,
});

/** The account after a call on its own that was answered with that balance; undefined where no right agent does so. */
export const afterAnswer = (
  account: LoadAccount,
  planned: PlannedCall,
  { balance, policy }: { readonly balance: bigint; readonly policy: LedgerPolicy },
): LoadAccount | undefined => {
  for (const { answer, standing, ledger } of step(account.ledger, planned.callback, policy).branches) {
    // Who loses or creates money is judged, though nothing may be held against him.
    if (answer.kind === 'refusal' || standing === 'risk') continue;
    const after = accountWith(account, ledger, [planned]);
    if (after?.balance === balance) return after;
  }
  return undefined;
};

/** The account as the ledger has it after these calls; undefined where a balance has more digits than its scale. */
export const accountWith = (
  account: LoadAccount,
  ledger: Ledger,
  calls: readonly PlannedCall[],
): LoadAccount | undefined => {
  if (ledger === account.ledger) return account;
  const { scale, opening, recent } = account;
  const balance = unitsOfAmount(balanceIn(ledger), scale);
  return balance === undefined ? undefined : { scale, opening, ledger, balance, recent: calls.reduce(withBet, recent) };
};

/** Each transaction as it was sent first. */
const withBet = (bets: readonly PlannedCall[], call: PlannedCall): readonly PlannedCall[] => {
  const id = transactionIdOf(call.callback);
  if (call.callback.type !== 'makeBet' || bets.some(({ callback }) => transactionIdOf(callback) === id)) return bets;
  return [...bets, call];
};

/** The transaction of a makeBet, as the account has it. */
export const transactionOf = ({ ledger }: LoadAccount, { callback }: PlannedCall): Transaction | undefined =>
  ledger.transactions.get(transactionIdOf(callback) ?? '');

/** So many transactions of an account are remembered. */
const mostRecent = 5;

/**
 * The account without what nobody will ask for, once that is as much again: a step costs the same however
 * many calls came before.
 */
export const remembered = (account: LoadAccount): LoadAccount => {
  const { ledger } = account;
  const { transactions } = ledger;
  if (transactions.size <= 2 * mostRecent) return account;
  const kept = keptOf(account);
  const ids = new Set(kept.map(({ callback }) => transactionIdOf(callback)));
  const others = [...transactions.keys()].filter((id) => !ids.has(id));
  return { ...account, recent: kept, ledger: { ...ledger, transactions: transactions.deleteAll(others) } };
};

/** The first of each state stays, as one that was long ago; the others are the last ones. */
const keptOf = (account: LoadAccount): readonly PlannedCall[] => {
  const stateOf = (bet: PlannedCall) => transactionOf(account, bet)?.state;
  const known = account.recent.filter((bet) => stateOf(bet) !== undefined && stateOf(bet) !== 'cancelled');
  const old = (['processed', 'rolled-back'] as const).flatMap(
    (state) => known.find((each) => stateOf(each) === state) ?? [],
  );
  const others = known.filter((each) => !old.includes(each));
  return known.length <= mostRecent ? known : [...old, ...others.slice(old.length - mostRecent)];
};
