import { type Account, accountKey } from '../ledger/account.ts';
import { type Amount, renderAmount } from '../money/amount.ts';
import { renderAtScale } from '../money/currency-scale.ts';

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

/** What the run left in each account, and where somebody else was seen to move money. */
export const createAccountBook = () => {
  const pages = new Map<string, Page>();
  let oldReads = 0;
  const pageOf = (account: Account): Page => {
    const key = accountKey(account);
    const page = pages.get(key) ?? { had: new Set(), moved: 0, watchedMs: 0, movedWhileWatched: false };
    pages.set(key, page);
    return page;
  };
  return {
    /** The balance that the run left; undefined when it could not be told. */
    left: (account: Account): Amount | undefined => pageOf(account).left,
    /** The exchange whose answer showed it. */
    leftBy: (account: Account) => pageOf(account).leftBy,
    leave: (account: Account, left: Amount | undefined, leftBy?: string): void => {
      Object.assign(pageOf(account), { left, leftBy, isDoubted: false });
    },
    /** A makeBet left that, and a getBalance did not agree: the next opening must be proven. */
    doubt: (account: Account, left: Amount): void => {
      Object.assign(pageOf(account), { left, leftBy: undefined, isDoubted: true });
    },
    isDoubted: (account: Account) => pageOf(account).isDoubted === true,
    /** The account had that by the ledger at some time of the run. */
    noteHad: (account: Account, balance: Amount): void => {
      pageOf(account).had.add(renderAmount(balance));
    },
    hadBefore: (account: Account, balance: Amount) => pageOf(account).had.has(renderAmount(balance)),
    /** getBalance showed an old balance. */
    noteOldRead: (): void => {
      oldReads += 1;
    },
    /** How often it did so in this run. */
    oldReads: () => oldReads,
    /** The account had `before`, and then `after` without a call of the run. */
    noteDrift: (account: Account, before: Amount, after: Amount): void => {
      const { playerId, currency } = account;
      const [from, to] = [before, after].map((each) => renderAtScale(each, currency));
      pageOf(account).drift =
        `Something else moves the money of ${playerId}: the run left ${from} ${currency}, later there were ${to}.`;
    },
    /** A difference in a scenario did not come back when it was played again. */
    noteMoved: (account: Account): void => {
      pageOf(account).moved += 1;
    },
    /** Why nothing that rests on its balance proves anything; undefined where it does. */
    sharedBy: (account: Account): string | undefined => {
      const { drift, moved } = pageOf(account);
      if (drift !== undefined || moved <= movedByChance) return drift;
      const { playerId, currency } = account;
      return `Something else moves the money of ${playerId} in ${currency}: differences that no call explains came and went.`;
    },
    /** Nothing was sent for so many milliseconds, and the money moved or did not. */
    noteWatched: (
      account: Account,
      { forMs, hasMoved }: { readonly forMs: number; readonly hasMoved: boolean },
    ): void => {
      const page = pageOf(account);
      page.watchedMs = Math.max(forMs, page.watchedMs);
      page.movedWhileWatched ||= hasMoved;
    },
    /** Whether it moved while nothing was sent: by whoever that was, it was not a call. */
    movedWhileWatched: (account: Account) => pageOf(account).movedWhileWatched,
    watchedMs: (account: Account) => pageOf(account).watchedMs,
  };
};

export type AccountBook = ReturnType<typeof createAccountBook>;
