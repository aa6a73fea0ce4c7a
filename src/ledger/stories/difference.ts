import { type Amount, amountOf, renderAtScale, scaleOf, smallestUnit, withoutNoise } from '../../base/money.ts';
import type { Callback, MakeBet, Rollback } from '../../spec/callback.ts';
import type { FindingCode } from '../../spec/finding.ts';
import type { Situation } from '../../spec/situation.ts';
import { type Account, accountKey, accountOf } from '../account.ts';
import { type Amounts, balanceOf, type Ledger, type Transaction, wasApplied } from '../ledger.ts';
import { causeInNumbers, keptInFloat } from './causes-in-numbers.ts';
import {
  firstAnswerRepeated,
  netOf,
  otherAmountsRolledBack,
  progressPaid,
  type Story,
  storiesOfForeign,
  storiesOfSituation,
  storiesOfTransaction,
  withWholeRound,
} from './transaction-stories.ts';

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
  /** What the account had right before the transaction that is rolled back, where others came since. */
  readonly beforeIt?: Amount | undefined;
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
export const diagnose = (shown: Deviation): Diagnosis => {
  const { account, accumulatedWin } = shown;
  const deviation = { ...shown, actual: withoutNoise(shown.actual, scaleOf(account.currency)) };
  const all = [...deviation.ledger.transactions.values()].reverse();
  const [suspected, others] = partition(all, ({ id }) => id === deviation.transactionId);
  const [own, foreign] = partition(others, isOf(account));
  const of = (each: Transaction): Story[] =>
    isOf(account)(each) ? storiesOfTransaction(each) : storiesOfForeign(each);
  const paid = accumulatedWin === undefined ? [] : [progressPaid(accumulatedWin)];
  return (
    tellRestored(deviation) ??
    // A call on another account's transaction may have been answered with what that account has.
    (suspected.some((each) => !isOf(account)(each)) ? otherBalance(deviation) : undefined) ??
    tell(
      deviation,
      suspected.flatMap((each) => withWholeRound(of(each), each, own)),
    ) ??
    (suspected.some(wasApplied) ? tellStale(deviation) : undefined) ??
    tell(deviation, [...own.flatMap(of), ...paid, ...foreign.flatMap(of)]) ??
    tellStale(deviation) ??
    otherBalance(deviation) ??
    bookedElsewhere(deviation, suspected) ??
    tellSum(deviation, all.filter(isOf(account)))
  );
};

/** A rollback that writes an old balance back undoes all that came since. */
const tellRestored = ({ actual, account, transactionId = '', beforeIt }: Deviation): Diagnosis | undefined => {
  if (beforeIt?.eq(actual) !== true) return undefined;
  const shown = renderAtScale(actual, account.currency);
  const cause = `${shown} is what there was before ${transactionId}: the rollback sets the balance back, and undoes what came since`;
  return { code: 'wrong-amounts-rolled-back', cause };
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

/** The call was booked in another account, and answered with what that has now. */
const bookedElsewhere = (
  { ledger, account, actual }: Deviation,
  [call]: readonly Transaction[],
): Diagnosis | undefined => {
  if (call === undefined || !isOf(account)(call) || call.state !== 'processed') return undefined;
  const before = actual.minus(netOf(call));
  const owner = accountWith(ledger, before, (each) => accountKey(each) !== accountKey(account));
  if (owner === undefined || before.eq(0) || before.eq(actual)) return undefined;
  const cause = `${call.id} was booked in the account of ${owner.playerId} in ${owner.currency}, which had ${renderAtScale(before, owner.currency)}`;
  return { code: 'foreign-money-moved', cause };
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

/** No story fits: the numbers may name a cause. Off by a unit or two, they name nothing but a way to keep numbers. */
const tellSum = (deviation: Deviation, own: readonly Transaction[]): Diagnosis => {
  const { actual, expected, account, transactionId } = deviation;
  const call = own.find((each) => each.id === transactionId && wasApplied(each));
  const applied = own.filter(({ state }) => state === 'processed');
  const wrong = { currency: account.currency, actual, expected, call, applied };
  if (looksRounded(actual.minus(expected), account.currency)) {
    return { code: 'wrong-arithmetic', cause: withSum(keptInFloat(wrong) ?? rounded, deviation) };
  }
  const cause = causeInNumbers(wrong);
  return { code: 'wrong-balance', cause: cause === undefined ? sumOf(deviation) : withSum(cause, deviation) };
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

/** A call whose answer is off, and what is known of its transaction. */
interface OwnCall {
  readonly situation: Situation;
  readonly callback: Callback;
  /** What its transaction moved, where that is known. */
  readonly known: Transaction | undefined;
  /** What else the account has. */
  readonly others: () => readonly Transaction[];
  /** Other amounts that came under the same id. */
  readonly otherAmounts: readonly Amounts[];
  /** The balance that its makeBet was answered with first. */
  readonly firstSaid: Amount | undefined;
  /** What the agent said last in the account. */
  readonly lastSaid: Amount | undefined;
  /** The balance that it must be answered with. */
  readonly expected: Amount;
  /** The agent is known not to have had the transaction_id before. */
  readonly isFresh: boolean;
}

/**
 * What an agent may get wrong in the answer to this call, by the amounts of its own transaction.
 * Only the mistakes that such a call invites: a difference of any other amount, or the other way
 * round, is more likely money that somebody else has moved meanwhile.
 */
export const ownStories = (call: OwnCall): readonly Story[] => storiesOf(call).filter(({ change }) => !change.eq(0));

const storiesOf = (call: OwnCall): readonly Story[] => {
  const { callback } = call;
  switch (callback.type) {
    case 'getBalance':
      return [];
    case 'makeBet':
      return betStories(call, callback);
    case 'rollback':
      return rollbackStories(call, callback);
  }
};

const betStories = (call: OwnCall, { transactionId: id, ...callback }: MakeBet): Story[] => {
  const { situation, known } = call;
  const now = { bet: amountOf(callback.bet), win: amountOf(callback.win) };
  switch (situation) {
    case 'refused-bet-again':
      return moving(storiesOfSituation(newBetOf(now), id, now), now);
    case 'bet':
    case 'bet-and-win':
    case 'win':
    case 'win-below-zero': {
      const stories = storiesOfSituation(situation, id, now);
      return call.isFresh ? stories : moving(stories, now);
    }
    case 'duplicate':
      return [...again(situation, id, [known, now]), ...oldAnswer(call, id)];
    default:
      return again(situation, id, [known, now]);
  }
};

const newBetOf = ({ bet }: Amounts): Situation => (bet.eq(0) ? 'win' : 'bet');

/** A bet that the agent may know from before may rightly be left unapplied. */
const moving = (stories: readonly Story[], now: Amounts): Story[] =>
  stories.filter(({ change }) => !change.eq(netOf(now).times(-1)));

/** With the amounts that it had, or with those that came now. */
const again = (situation: Situation, id: string, amounts: readonly (Amounts | undefined)[]): Story[] =>
  amounts.flatMap((each) => (each === undefined ? [] : storiesOfSituation(situation, id, each)));

const oldAnswer = ({ firstSaid, lastSaid, expected }: OwnCall, id: string): Story[] =>
  firstSaid === undefined || lastSaid?.eq(firstSaid) !== false
    ? []
    : [firstAnswerRepeated(id, { first: firstSaid, expected })];

const rollbackStories = (call: OwnCall, { transactionId: id }: Rollback): readonly Story[] => {
  const { situation, known, otherAmounts } = call;
  if (known === undefined) return [];
  const stories = storiesOfSituation(situation, id, known);
  if (!takesAmounts.has(situation)) return stories;
  const ofRound = withWholeRound(stories, { ...known, state: 'rolled-back' }, call.others());
  return [...ofRound, ...otherAmounts.map((other) => otherAmountsRolledBack(id, known, other))];
};

/** Rollbacks that move something. */
const takesAmounts: ReadonlySet<Situation> = new Set([
  'rollback-of-bet',
  'rollback-of-bet-and-win',
  'rollback-of-win',
  'rollback-of-spent-win',
]);
