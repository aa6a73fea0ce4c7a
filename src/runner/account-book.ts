import { type Account, accountKey } from '../ledger/account.ts';
import { type Amount, renderAmount } from '../money/amount.ts';
import { renderAtScale } from '../money/currency-scale.ts';

/** What the run left in each account, and where somebody else was seen to move money. */
export interface AccountBook {
  /** The balance that the run left; undefined when it could not be told. */
  left(account: Account): Amount | undefined;
  /** The exchange whose answer showed it. */
  leftBy(account: Account): string | undefined;
  leave(account: Account, balance: Amount | undefined, exchangeId?: string): void;
  /** A makeBet left that, and a getBalance did not agree: the next opening must be proven. */
  doubt(account: Account, left: Amount): void;
  isDoubted(account: Account): boolean;
  /** Takes note of what the account had by the ledger at some time of the run. */
  noteHad(account: Account, balance: Amount): void;
  hadBefore(account: Account, balance: Amount): boolean;
  /** Takes note that getBalance showed an old balance, and how often it did so in this run. */
  noteOldRead(): void;
  oldReads(): number;
  /** Takes note that the account had `before`, and then `after` without a call of the run. */
  noteDrift(account: Account, before: Amount, after: Amount): void;
  /** Takes note of a difference in a scenario that did not come back when it was played again. */
  noteMoved(account: Account): void;
  /** Why nothing that rests on its balance proves anything; undefined where it does. */
  sharedBy(account: Account): string | undefined;
  /** Takes note that nothing was sent for so many milliseconds, and whether the money moved. */
  noteWatched(account: Account, watched: Watch): void;
  /** Whether it moved while nothing was sent: by whoever that was, it was not a call. */
  movedWhileWatched(account: Account): boolean;
  watchedMs(account: Account): number;
}

interface Watch {
  readonly forMs: number;
  readonly hasMoved: boolean;
}

/** One difference that does not come back may be chance; so many are somebody. */
const movedByChance = 1;

export const createAccountBook = (): AccountBook => ({
  ...createLeft(),
  ...createEarlier(),
  ...createMovements(),
  ...createWatches(),
});

const createLeft = (): Pick<AccountBook, 'left' | 'leftBy' | 'leave' | 'doubt' | 'isDoubted'> => {
  const balances = new Map<string, Amount>();
  const shownBy = new Map<string, string>();
  const doubted = new Set<string>();
  return {
    left: (account) => balances.get(accountKey(account)),
    leftBy: (account) => shownBy.get(accountKey(account)),
    leave: (account, balance, exchangeId) => {
      const key = accountKey(account);
      if (balance === undefined) balances.delete(key);
      else balances.set(key, balance);
      if (exchangeId === undefined) shownBy.delete(key);
      else shownBy.set(key, exchangeId);
      doubted.delete(key);
    },
    doubt: (account, left) => {
      const key = accountKey(account);
      balances.set(key, left);
      shownBy.delete(key);
      doubted.add(key);
    },
    isDoubted: (account) => doubted.has(accountKey(account)),
  };
};

type Earlier = Pick<AccountBook, 'noteHad' | 'hadBefore' | 'noteOldRead' | 'oldReads'>;

const createEarlier = (): Earlier => {
  const had = new Set<string>();
  let oldReads = 0;
  return {
    noteHad: (account, balance) => {
      had.add(balanceKey(account, balance));
    },
    hadBefore: (account, balance) => had.has(balanceKey(account, balance)),
    noteOldRead: () => {
      oldReads += 1;
    },
    oldReads: () => oldReads,
  };
};

const balanceKey = (account: Account, balance: Amount): string => `${accountKey(account)} ${renderAmount(balance)}`;

type Movements = Pick<AccountBook, 'noteDrift' | 'noteMoved' | 'sharedBy'>;

const createMovements = (): Movements => {
  const drifts = new Map<string, string>();
  const moved = new Map<string, number>();
  return {
    noteDrift: (account, before, after) => {
      const { playerId, currency } = account;
      const [from, to] = [renderAtScale(before, currency), renderAtScale(after, currency)];
      const sentence = `Something else moves the money of ${playerId}: the run left ${from} ${currency}, later there were ${to}.`;
      drifts.set(accountKey(account), sentence);
    },
    noteMoved: (account) => {
      const key = accountKey(account);
      moved.set(key, (moved.get(key) ?? 0) + 1);
    },
    sharedBy: (account) => {
      const key = accountKey(account);
      const { playerId, currency } = account;
      const isMoved = (moved.get(key) ?? 0) > movedByChance;
      const often = `Something else moves the money of ${playerId} in ${currency}: differences that no call explains came and went.`;
      return drifts.get(key) ?? (isMoved ? often : undefined);
    },
  };
};

type Watches = Pick<AccountBook, 'noteWatched' | 'movedWhileWatched' | 'watchedMs'>;

const createWatches = (): Watches => {
  const watches = new Map<string, Watch>();
  const watchOf = (account: Account): Watch => watches.get(accountKey(account)) ?? { forMs: 0, hasMoved: false };
  return {
    noteWatched: (account, { forMs, hasMoved }) => {
      const before = watchOf(account);
      watches.set(accountKey(account), {
        forMs: Math.max(forMs, before.forMs),
        hasMoved: hasMoved || before.hasMoved,
      });
    },
    movedWhileWatched: (account) => watchOf(account).hasMoved,
    watchedMs: (account) => watchOf(account).forMs,
  };
};
