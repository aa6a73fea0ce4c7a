import type { Amount } from '../../money/amount.ts';
import { renderAtScale, smallestUnit } from '../../money/currency-scale.ts';
import type { FindingCode } from '../../spec/finding.ts';
import { type Account, accountKey, accountOf } from '../account.ts';
import { balanceOf, type Ledger, type Transaction, wasApplied } from '../ledger.ts';
import { progressPaid, type Story, storiesOfForeign, storiesOfTransaction } from './transaction-stories.ts';

/** A balance that is not the expected one, and what is known of how it came about. */
export interface Deviation {
  readonly ledger: Ledger;
  readonly account: Account;
  readonly expected: Amount;
  readonly actual: Amount;
  /** Transaction of the call that shows it; suspected first. */
  readonly transactionId?: string | undefined;
  /** Balances of the account so far, without the expected one. */
  readonly earlier: readonly Amount[];
  /** accumulated_win of the last free-spin progress, if there was one. */
  readonly accumulatedWin?: Amount | undefined;
}

export interface Diagnosis {
  readonly code: FindingCode;
  /** The likeliest reason in one sentence, with the arithmetic. */
  readonly cause: string;
}

/**
 * The simplest story that explains the difference; `wrong-balance` when none does. An old balance
 * in the answer to a known transaction is told before the stories of other transactions.
 */
export const diagnose = (deviation: Deviation): Diagnosis => {
  const { account, accumulatedWin } = deviation;
  const all = [...deviation.ledger.transactions.values()].reverse();
  const [suspected, others] = partition(all, ({ id }) => id === deviation.transactionId);
  const [own, foreign] = partition(others, isOf(account));
  const of = (each: Transaction): Story[] =>
    isOf(account)(each) ? storiesOfTransaction(each) : storiesOfForeign(each);
  const paid = accumulatedWin === undefined ? [] : [progressPaid(accumulatedWin)];
  return (
    tell(deviation, suspected.flatMap(of)) ??
    (suspected.some(wasApplied) ? tellStale(deviation) : undefined) ??
    tell(deviation, [...own.flatMap(of), ...paid, ...foreign.flatMap(of)]) ??
    tellStale(deviation) ??
    otherBalance(deviation) ??
    tellSum(deviation)
  );
};

/** The first story that explains the difference. */
const tell = (deviation: Deviation, stories: readonly Story[]): Diagnosis | undefined => {
  const difference = deviation.actual.minus(deviation.expected);
  const story = stories.find(({ change }) => change.eq(difference));
  if (story === undefined) return undefined;
  return { code: story.code, cause: withSum(story.cause, deviation) };
};

const isOf =
  (own: Account) =>
  ({ account }: Transaction): boolean =>
    accountKey(account) === accountKey(own);

/** An earlier balance of the account, shown again. */
const tellStale = ({ actual, account, earlier }: Deviation): Diagnosis | undefined => {
  if (!earlier.some((balance) => balance.eq(actual))) return undefined;
  const shown = renderAtScale(actual, account.currency);
  return {
    code: 'stale-balance',
    cause: `${shown} was the balance before: an old value is shown`,
  };
};

/** The balance of another account: of the player, or of another one; that it has nothing either is no news. */
export const otherBalance = ({
  ledger,
  account,
  actual,
}: Pick<Deviation, 'ledger' | 'account' | 'actual'>): Diagnosis | undefined => {
  if (actual.eq(0)) return undefined;
  const shown = renderAtScale(actual, account.currency);
  const currency = currencyWith(ledger, actual, account);
  if (currency !== undefined) {
    const cause = `${shown} is the balance of ${account.playerId} in ${inUnits(ledger, actual, { ...account, currency })}`;
    return { code: 'another-currencys-balance', cause };
  }
  const playerId = playerWith(ledger, actual, account);
  if (playerId === undefined) return undefined;
  return {
    code: 'another-players-balance',
    cause: `${shown} is ${playerId}'s balance`,
  };
};

/** Another currency of the player with that balance, or with as many of its smallest units. */
const currencyWith = (ledger: Ledger, balance: Amount, own: Account): string | undefined => {
  const isMeant = ({ playerId, currency }: Account): boolean => playerId === own.playerId && currency !== own.currency;
  const exact = accountWith(ledger, balance, isMeant)?.currency;
  if (exact !== undefined) return exact;
  const units = balance.div(smallestUnit(own.currency));
  const alike = ledger.balances.findKey((each, key) => {
    const account = accountOf(key);
    return isMeant(account) && each.div(smallestUnit(account.currency)).eq(units);
  });
  return alike === undefined ? undefined : accountOf(alike).currency;
};

/** `EUR`; `KWD, where it is 995.000: the same number of smallest units`. */
const inUnits = (ledger: Ledger, shown: Amount, { currency, ...rest }: Account): string => {
  const balance = balanceOf(ledger, { currency, ...rest });
  if (balance === undefined || balance.eq(shown)) return currency;
  return `${currency}, where it is ${renderAtScale(balance, currency)}: as many of the smallest units`;
};

/** Another player than that of the account who has that balance in its currency. */
export const playerWith = (ledger: Ledger, balance: Amount, own: Account): string | undefined =>
  accountWith(ledger, balance, ({ playerId, currency }) => playerId !== own.playerId && currency === own.currency)
    ?.playerId;

const accountWith = (
  { balances }: Ledger,
  balance: Amount,
  isMeant: (account: Account) => boolean,
): Account | undefined => {
  const key = balances.findKey((each, own) => each.eq(balance) && isMeant(accountOf(own)));
  return key === undefined ? undefined : accountOf(key);
};

const tellSum = (deviation: Deviation): Diagnosis => {
  const { actual, expected, account } = deviation;
  return looksRounded(actual.minus(expected), account.currency)
    ? { code: 'wrong-arithmetic', cause: withSum(rounded, deviation) }
    : { code: 'wrong-balance', cause: sumOf(deviation) };
};

/** Why a balance is off by a unit or two. */
export const rounded = 'rounding or floating point';

/** Whether a difference is so few smallest units that it looks like rounding. */
export const looksRounded = (difference: Amount, currency: string): boolean =>
  difference.abs().lte(smallestUnit(currency).times(maxRoundingErrors));

const maxRoundingErrors = 2;

type WrongAmount = Pick<Deviation, 'expected' | 'actual'> & {
  readonly account: Pick<Account, 'currency'>;
};

/** `makeBet t1: the balance is 90.00, it must be 80.00.` */
export const wrongBalance = (label: string, { expected, actual, account }: WrongAmount): string => {
  const [is, must] = [actual, expected].map((each) => renderAtScale(each, account.currency));
  return `${label}: the balance is ${is}, it must be ${must}.`;
};

/** The cause with the arithmetic: `t1 moved nothing: 100.00 = 90.00 + 10.00`. */
export const withSum = (cause: string, off: WrongAmount): string => `${cause}: ${sumOf(off)}`;

const sumOf = ({ expected, actual, account: { currency } }: WrongAmount): string => {
  const change = signed(actual.minus(expected), currency);
  return `${renderAtScale(actual, currency)} = ${renderAtScale(expected, currency)} ${change}`;
};

/** `+ 10.00` or `- 10.00`. */
export const signed = (change: Amount, currency: string): string =>
  `${change.lt(0) ? '-' : '+'} ${renderAtScale(change.abs(), currency)}`;

const partition = <T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] => [
  items.filter(test),
  items.filter((item) => !test(item)),
];
