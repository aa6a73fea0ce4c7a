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
  noteWatched(account: Account, watched: { readonly forMs: number; readonly hasMoved: boolean }): void;
  /** Whether it moved while nothing was sent: by whoever that was, it was not a call. */
  movedWhileWatched(account: Account): boolean;
  watchedMs(account: Account): number;
}

/** What is known of one account. */
interface Page {
  left?: Amount | undefined;
  leftBy?: string | undefined;
  isDoubted?: boolean;
  /** Every balance that it had, as it is written. */
  readonly had: Set<string>;
  drift?: string;
  /** So many differences did not come back. */
  moved: number;
  watchedMs: number;
  movedWhileWatched: boolean;
}

/** One difference that does not come back may be chance; so many are somebody. */
const movedByChance = 1;

export const createAccountBook = (): AccountBook => {
  const pages = new Map<string, Page>();
  let oldReads = 0;
  const pageOf = (account: Account): Page => {
    const key = accountKey(account);
    const page = pages.get(key) ?? { had: new Set(), moved: 0, watchedMs: 0, movedWhileWatched: false };
    pages.set(key, page);
    return page;
  };
  const setLeft = (account: Account, left: Pick<Page, 'left' | 'leftBy' | 'isDoubted'>): void => {
    Object.assign(pageOf(account), left);
  };
  return {
    left: (account) => pageOf(account).left,
    leftBy: (account) => pageOf(account).leftBy,
    leave: (account, left, leftBy) => setLeft(account, { left, leftBy, isDoubted: false }),
    doubt: (account, left) => setLeft(account, { left, leftBy: undefined, isDoubted: true }),
    isDoubted: (account) => pageOf(account).isDoubted === true,
    noteHad: (account, balance) => {
      pageOf(account).had.add(renderAmount(balance));
    },
    hadBefore: (account, balance) => pageOf(account).had.has(renderAmount(balance)),
    noteOldRead: () => {
      oldReads += 1;
    },
    oldReads: () => oldReads,
    noteDrift: (account, before, after) => {
      const { playerId, currency } = account;
      const [from, to] = [before, after].map((each) => renderAtScale(each, currency));
      pageOf(account).drift =
        `Something else moves the money of ${playerId}: the run left ${from} ${currency}, later there were ${to}.`;
    },
    noteMoved: (account) => {
      pageOf(account).moved += 1;
    },
    sharedBy: (account) => {
      const { drift, moved } = pageOf(account);
      if (drift !== undefined || moved <= movedByChance) return drift;
      const { playerId, currency } = account;
      return `Something else moves the money of ${playerId} in ${currency}: differences that no call explains came and went.`;
    },
    noteWatched: (account, { forMs, hasMoved }) => {
      const page = pageOf(account);
      page.watchedMs = Math.max(forMs, page.watchedMs);
      page.movedWhileWatched ||= hasMoved;
    },
    movedWhileWatched: (account) => pageOf(account).movedWhileWatched,
    watchedMs: (account) => pageOf(account).watchedMs,
  };
};
