import { type Amount, renderAmount, renderAtScale } from '../base/money.ts';
import { type Account, accountKey } from '../ledger/account.ts';

/** What is known of one account. */
interface Page {
  left?: Amount | undefined;
  leftBy?: string | undefined;
  isDoubted?: boolean;
  /** Every balance that it had, as it is written. */
  readonly had: Set<string>;
  drift?: string;
  /** So many differences did not come back. */
  differences: number;
  watchedMs: number;
  /** What moved while nothing was sent. */
  moves: readonly Amount[];
  /** Whether it moved at the end, when nothing was sent at all. */
  movedAtTheEnd?: boolean;
}

/** One difference that does not come back may be chance; so many are somebody, or a mistake with a memory. */
const byChance = 1;

/** What the run left in each account, and where somebody else was seen to move money. */
export const createAccountBook = () => {
  const pages = new Map<string, Page>();
  let oldReads = 0;
  const pageOf = (account: Account): Page => {
    const key = accountKey(account);
    const page = pages.get(key) ?? { had: new Set(), differences: 0, watchedMs: 0, moves: [] };
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
    /** The account had `before`, and then `after` without a call of the run to it. */
    noteDrift: (account: Account, before: Amount, after: Amount): void => {
      const { playerId, currency } = account;
      const [from, to] = [before, after].map((each) => renderAtScale(each, currency));
      pageOf(account).drift =
        `Something else moves the money of ${playerId}: the run left ${from} ${currency}, later there were ${to}.`;
    },
    /** A difference in a scenario did not come back when it was played again. */
    noteMoved: (account: Account): void => {
      pageOf(account).differences += 1;
    },
    timesMoved: (account: Account) => pageOf(account).differences,
    /**
     * Why nothing that rests on its balance proves anything; undefined where it does. What was seen while
     * nothing was sent decides; where nobody has watched, what came and went is somebody's.
     */
    sharedBy: (account: Account): string | undefined => {
      const { moves, drift, differences, movedAtTheEnd } = pageOf(account);
      const { playerId, currency } = account;
      if (moves.length > 0) return movedSentence(account, moves);
      if (movedAtTheEnd === false) return undefined;
      if (drift !== undefined || differences <= byChance) return drift;
      return `Something else moves the money of ${playerId} in ${currency}: differences that no call explains came and went.`;
    },
    /** Nothing was sent to it for so many milliseconds, in which its money moved so. */
    noteWatched: (
      account: Account,
      { forMs, moves }: { readonly forMs: number; readonly moves: readonly Amount[] },
    ): void => {
      const page = pageOf(account);
      page.watchedMs = Math.max(forMs, page.watchedMs);
      page.moves = [...page.moves, ...moves];
    },
    /** It was watched at the end of the run, when nothing was sent at all. */
    noteEnd: (account: Account, { hasMoved }: { readonly hasMoved: boolean }): void => {
      pageOf(account).movedAtTheEnd = hasMoved;
    },
    movedAtTheEnd: (account: Account) => pageOf(account).movedAtTheEnd === true,
    /** Whether nobody else moves its money, as far as it was watched. */
    isAlone: (account: Account) => {
      const { moves, movedAtTheEnd } = pageOf(account);
      return movedAtTheEnd === false && moves.length === 0;
    },
    /** Whether it moved while nothing was sent: by whoever that was, it was not a call. */
    movedWhileWatched: (account: Account) => pageOf(account).moves.length > 0,
    watchedMs: (account: Account) => pageOf(account).watchedMs,
  };
};

const movedSentence = ({ playerId, currency }: Account, moves: readonly Amount[]): string => {
  const amounts = [...new Set(moves.map((by) => renderAtScale(by, currency)))];
  const shown = `${amounts.slice(0, mostAmounts).join(', ')}${amounts.length > mostAmounts ? ', …' : ''} ${currency}`;
  return `Something else moves the money of ${playerId}: ${shown} while nothing was sent.`;
};

const mostAmounts = 3;

export type AccountBook = ReturnType<typeof createAccountBook>;
