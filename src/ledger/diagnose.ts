import type { Amount } from '../money/amount.ts';
import { renderAtScale, smallestUnit } from '../money/currency-scale.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { Account, Ledger, Transaction } from './ledger.ts';
import { accountKey, wasApplied } from './ledger.ts';

/** A balance that is not the expected one, and what is known of how it came about. */
export interface Deviation {
  readonly ledger: Ledger;
  readonly account: Account;
  readonly expected: Amount;
  readonly actual: Amount;
  /** Transaction of the call that shows it; suspected first. */
  readonly transactionId?: string;
  /** Balances of the account so far, oldest first, without the expected one. */
  readonly earlier: readonly Amount[];
  /** accumulated_win of the last free-spin progress, if there was one. */
  readonly accumulatedWin?: Amount;
}

export interface Diagnosis {
  readonly code: FindingCode;
  /** The likeliest reason in one sentence, with the arithmetic. */
  readonly cause: string;
}

/** One simple story: had it happened, the balance would be off by `change`. */
interface Story {
  readonly code: FindingCode;
  readonly change: Amount;
  readonly cause: string;
}

/**
 * The simplest story that explains the difference; `wrong-balance` when none does. An old balance
 * in the answer to a known transaction is told before the stories of other transactions.
 */
export const diagnose = (deviation: Deviation): Diagnosis => {
  const all = [...deviation.ledger.transactions.values()].reverse();
  const [suspected, others] = partition(all, ({ id }) => id === deviation.transactionId);
  const of = storiesOf(deviation.account);
  const [own, foreign] = partition(others, isOf(deviation.account));
  return (
    tell(deviation, suspected.flatMap(of)) ??
    (suspected.some(wasApplied) ? tellStale(deviation) : undefined) ??
    tell(deviation, [...own.flatMap(of), ...freespinStories(deviation), ...foreign.flatMap(of)]) ??
    tellStale(deviation) ??
    tellSum(deviation)
  );
};

/** The first story that explains the difference. */
const tell = (deviation: Deviation, stories: readonly Story[]): Diagnosis | undefined => {
  const difference = deviation.actual.minus(deviation.expected);
  const story = stories.find(({ change }) => change.eq(difference));
  if (story === undefined) return undefined;
  return { code: story.code, cause: `${story.cause}: ${sum(deviation)}` };
};

const isOf =
  (own: Account) =>
  ({ account }: Transaction): boolean =>
    accountKey(account) === accountKey(own);

const storiesOf =
  (account: Account) =>
  (transaction: Transaction): Story[] =>
    isOf(account)(transaction) ? ownStories(transaction) : foreignStories(transaction);

const ownStories = (transaction: Transaction): Story[] => {
  switch (transaction.state) {
    case 'processed':
      return processedStories(transaction);
    case 'rolled-back':
      return rolledBackStories(transaction);
    case 'refused':
    case 'cancelled':
      return neverStories(transaction);
  }
};

const processedStories = ({ id, bet, win }: Transaction): Story[] => {
  const net = win.minus(bet);
  const verb = bet.eq(0) ? 'credited' : 'debited';
  return [
    { code: 'double-application', change: net, cause: `${id} was ${verb} twice` },
    { code: 'not-applied', change: net.times(-1), cause: `${id} moved nothing` },
    { code: 'bet-not-debited', change: bet, cause: `the bet of ${id} was not debited` },
    { code: 'win-not-credited', change: win.times(-1), cause: `the win of ${id} was not credited` },
    { code: 'double-application', change: win, cause: `the win of ${id} was credited twice` },
    {
      code: 'double-application',
      change: bet.times(-1),
      cause: `the bet of ${id} was debited twice`,
    },
  ];
};

const rolledBackStories = ({ id, bet, win }: Transaction): Story[] => {
  const refund = bet.minus(win);
  return [
    {
      code: 'rollback-not-applied',
      change: refund.times(-1),
      cause: `${id} is not rolled back, or was applied again after its rollback`,
    },
    { code: 'win-not-reverted', change: win, cause: `the win of ${id} was not reverted` },
    { code: 'bet-not-refunded', change: bet.times(-1), cause: `the bet of ${id} was not refunded` },
    { code: 'rollback-applied-again', change: refund, cause: `${id} was rolled back twice` },
  ];
};

const neverStories = ({ id, bet, win }: Transaction): Story[] => [
  {
    code: 'rollback-applied-again',
    change: bet.minus(win),
    cause: `${id}, which never was applied, was refunded`,
  },
  {
    code: 'money-moved-on-refusal',
    change: win.minus(bet),
    cause: `${id}, which must not be applied, was applied`,
  },
];

const foreignStories = ({ id, bet, win, account }: Transaction): Story[] => {
  const owner = `${account.playerId} in ${account.currency}`;
  const cause = `${id} of ${owner} moved money here`;
  const net = win.minus(bet);
  return [net, net.times(-1), bet, win].map((change) => ({
    code: 'foreign-money-moved',
    change,
    cause,
  }));
};

const freespinStories = ({ accumulatedWin }: Deviation): Story[] =>
  accumulatedWin === undefined
    ? []
    : [
        {
          code: 'freespins-progress-paid',
          change: accumulatedWin,
          cause: 'accumulated_win of the free spins was paid out',
        },
      ];

/** An earlier balance of the account, shown again. */
const tellStale = ({ actual, account, earlier }: Deviation): Diagnosis | undefined => {
  if (!earlier.some((balance) => balance.eq(actual))) return undefined;
  const shown = renderAtScale(actual, account.currency);
  return {
    code: 'stale-balance',
    cause: `${shown} was the balance before: an old value is shown`,
  };
};

const tellSum = (deviation: Deviation): Diagnosis => {
  const difference = deviation.actual.minus(deviation.expected);
  const tolerance = smallestUnit(deviation.account.currency).times(maxRoundingErrors);
  if (difference.abs().lte(tolerance)) {
    return { code: 'wrong-arithmetic', cause: `rounding or floating point: ${sum(deviation)}` };
  }
  return { code: 'wrong-balance', cause: sum(deviation) };
};

/** A difference of so many smallest units still looks like rounding. */
const maxRoundingErrors = 2;

const sum = ({ expected, actual, account: { currency } }: Deviation): string => {
  const difference = actual.minus(expected);
  const sign = difference.lt(0) ? '-' : '+';
  const shown = (amount: Amount): string => renderAtScale(amount, currency);
  return `${shown(actual)} = ${shown(expected)} ${sign} ${shown(difference.abs())}`;
};

const partition = <T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] => [
  items.filter(test),
  items.filter((item) => !test(item)),
];
