import { OrderedMap } from 'immutable';
import { type Amount, zero } from '../base/money.ts';
import { type Account, accountKey } from './account.ts';

/** What a bet takes and what it pays. */
export interface Amounts {
  readonly bet: Amount;
  readonly win: Amount;
}

/**
 * What the wallet knows of a transaction (section 3):
 * `processed` and `rolled-back` as there; `refused`: its bet was above the balance;
 * `cancelled`: its rollback came before it; `earlier`: processed in a run before this one, and
 * perhaps forgotten since.
 */
export interface Transaction extends Amounts {
  readonly state: 'processed' | 'rolled-back' | 'refused' | 'cancelled' | 'earlier';
  readonly id: string;
  readonly account: Account;
  /** Of its makeBet, where that was sent. */
  readonly gameRoundId?: string;
  /** A rollback named it for another account. */
  readonly wasAskedBackElsewhere?: true;
  /** It was rolled back, for its owner, when another account asked for it. */
  readonly isForAnother?: true;
  /** A makeBet has named it since its rollback. */
  readonly cameAgain?: true;
  /** It was applied though its rollback had come first: the platform holds it for void. */
  readonly isLate?: true;
}

/** Whether the agent had it and moved its money, once; a refused or cancelled one it may have forgotten. */
export const wasApplied = ({ state }: Transaction): boolean => state === 'processed' || state === 'rolled-back';

/**
 * How the balance of an account came about: opening - bets + wins + rollbacks + elsewhere + runs is what
 * the account must have. `gap`: what breaches, and bets after their rollback, once told, left between that and what
 * the agent says.
 */
export interface Book {
  readonly opening: Amount;
  readonly bets: Amount;
  readonly wins: Amount;
  readonly rollbacks: Amount;
  readonly elsewhere: Amount;
  /** What runs of scenarios have left. */
  readonly runs: Amount;
  readonly gap: Amount;
}

/**
 * The model of the agent's wallet: a value; every step makes a new one, at a cost that does not
 * grow with what it knows. It stands for one way in which a wallet may stand: where several are
 * possible, there are several ledgers.
 */
export interface Ledger {
  /** By account key; an account that is not here is unknown to the agent. */
  readonly balances: OrderedMap<string, Amount>;
  readonly transactions: OrderedMap<string, Transaction>;
  /** Kept where the ledger is that of one account. */
  readonly book?: Book;
}

/** A wallet without accounts. */
export const emptyLedger: Ledger = {
  balances: OrderedMap<string, Amount>(),
  transactions: OrderedMap<string, Transaction>(),
};

/** The wallet with that balance in an account, as a getBalance has shown it. */
export const setBalance = (ledger: Ledger, account: Account, balance: Amount): Ledger => ({
  ...ledger,
  balances: ledger.balances.set(accountKey(account), balance),
});

/** The wallet after a transaction changed its state and moved `change` in its account. */
export const settle = (ledger: Ledger, transaction: Transaction, change: Amount): Ledger => {
  const transactions = ledger.transactions.set(transaction.id, transaction);
  const next = { ...moved(ledger, transaction.account, change), transactions };
  const { book } = ledger;
  return book === undefined ? next : { ...next, book: booked(book, transaction, change) };
};

const moved = (ledger: Ledger, account: Account, change: Amount): Ledger => {
  const balance = balanceOf(ledger, account);
  return balance === undefined || change.eq(0) ? ledger : setBalance(ledger, account, balance.plus(change));
};

/** A bet and a win that cancel each other out are a bet and a win; what is void is neither. */
const booked = (book: Book, { state, bet, win, isLate }: Transaction, change: Amount): Book => {
  if (isLate === true) return { ...book, gap: book.gap.plus(change) };
  if (state === 'processed') return { ...book, bets: book.bets.plus(bet), wins: book.wins.plus(win) };
  return state === 'rolled-back' ? { ...book, rollbacks: book.rollbacks.plus(change) } : book;
};

export const balanceOf = (ledger: Ledger, account: Account): Amount | undefined =>
  ledger.balances.get(accountKey(account));

/** A ledger of one account as it was found, with its book. */
export const openLedger = (account: Account, opening: Amount): Ledger => ({
  ...setBalance(emptyLedger, account, opening),
  book: { ...emptyBook, opening },
});

const emptyBook: Book = {
  opening: zero,
  bets: zero,
  wins: zero,
  rollbacks: zero,
  elsewhere: zero,
  runs: zero,
  gap: zero,
};

/** The book of a ledger of one account. */
export const bookOf = ({ book = emptyBook }: Ledger): Book => book;

/** What the account must have by its book. */
export const sumOfBook = (ledger: Ledger): Amount => {
  const { opening, bets, wins, rollbacks, elsewhere, runs } = bookOf(ledger);
  return opening.minus(bets).plus(wins).plus(rollbacks).plus(elsewhere).plus(runs);
};

/** The balance of a ledger of one account: its book, and what is wrong by now. */
export const balanceIn = ({ balances }: Ledger): Amount => {
  const [balance = zero] = balances.values();
  return balance;
};

/** A ledger of one account whose balance was moved by no call: by somebody else, or by a breach that was told. */
export const movedApart = (ledger: Ledger, as: 'elsewhere' | 'runs' | 'gap', change: Amount): Ledger => {
  const book = bookOf(ledger);
  return {
    ...ledger,
    balances: ledger.balances.map((balance) => balance.plus(change)),
    book: { ...book, [as]: book[as].plus(change) },
  };
};
