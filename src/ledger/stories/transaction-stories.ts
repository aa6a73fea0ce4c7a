import { type Amount, renderAmount } from '../../base/money.ts';
import type { FindingCode } from '../../spec/finding.ts';
import type { Situation } from '../../spec/situation.ts';
import type { Amounts, Transaction } from '../ledger.ts';

/** What an agent may have done wrong: had it happened, the balance would be off by `change`. */
export interface Story {
  readonly code: FindingCode;
  readonly change: Amount;
  /** In the wallet developer's words, without the arithmetic. */
  readonly cause: string;
}

/** One way to be wrong about one transaction. */
interface PossibleMistake {
  readonly code: FindingCode;
  /** States of a transaction in which it explains a balance that any call shows. */
  readonly of: readonly Transaction['state'][];
  /** Situations of a call on the transaction that invite it. */
  readonly invitedBy: readonly Situation[];
  /** Only of such transactions. */
  readonly when?: (transaction: Transaction) => boolean;
  readonly change: (amounts: Amounts) => Amount;
  readonly cause: (id: string, amounts: Amounts) => string;
}

/** What a right agent moves for it. */
export const netOf = ({ bet, win }: Amounts): Amount => win.minus(bet);
const refundOf = ({ bet, win }: Amounts): Amount => bet.minus(win);
const betTaken = ({ bet }: Amounts): Amount => bet.times(-1);
const winTaken = ({ win }: Amounts): Amount => win.times(-1);

const newBet = ['bet', 'bet-and-win', 'win', 'win-below-zero'] as const;
const sentAgain = [...newBet, 'duplicate'] as const;
const firstRollback = [
  'rollback-of-bet',
  'rollback-of-bet-and-win',
  'rollback-of-win',
  'rollback-of-spent-win',
] as const;

/** The likeliest first: where two explain the same amount, the first is told. */
const mistakes: readonly PossibleMistake[] = [
  {
    code: 'double-application',
    of: ['processed'],
    invitedBy: sentAgain,
    change: netOf,
    cause: (id, { bet }) => `${id} was ${bet.eq(0) ? 'credited' : 'debited'} twice`,
  },
  {
    code: 'rolled-back-for-another',
    of: ['processed'],
    when: ({ wasAskedBackElsewhere }) => wasAskedBackElsewhere === true,
    invitedBy: [],
    change: refundOf,
    cause: (id) => `${id} was rolled back when another account asked for it`,
  },
  {
    code: 'not-applied',
    of: ['processed'],
    invitedBy: newBet,
    change: refundOf,
    cause: (id) => `${id} moved nothing`,
  },
  {
    code: 'bet-not-debited',
    of: ['processed'],
    invitedBy: newBet,
    change: ({ bet }) => bet,
    cause: (id) => `the bet of ${id} was not debited`,
  },
  {
    code: 'win-not-credited',
    of: ['processed'],
    invitedBy: newBet,
    change: winTaken,
    cause: (id) => `the win of ${id} was not credited`,
  },
  {
    code: 'double-application',
    of: ['processed'],
    invitedBy: sentAgain,
    change: ({ win }) => win,
    cause: (id) => `the win of ${id} was credited twice`,
  },
  {
    code: 'double-application',
    of: ['processed'],
    invitedBy: sentAgain,
    change: betTaken,
    cause: (id) => `the bet of ${id} was debited twice`,
  },
  {
    code: 'rolled-back-bet-applied',
    of: ['rolled-back'],
    when: ({ cameAgain }) => cameAgain === true,
    invitedBy: ['rolled-back-bet-again'],
    change: netOf,
    cause: (id) => `${id} was applied again after its rollback`,
  },
  {
    code: 'rollback-not-applied',
    of: ['rolled-back'],
    invitedBy: firstRollback,
    change: netOf,
    cause: (id) => `${id} is not rolled back`,
  },
  {
    code: 'win-not-reverted',
    of: ['rolled-back'],
    invitedBy: firstRollback,
    change: ({ win }) => win,
    cause: (id) => `the win of ${id} was not reverted`,
  },
  {
    code: 'bet-not-refunded',
    of: ['rolled-back'],
    invitedBy: firstRollback,
    change: betTaken,
    cause: (id) => `the bet of ${id} was not refunded`,
  },
  {
    code: 'rollback-applied-again',
    of: ['rolled-back'],
    invitedBy: ['rollback-again'],
    change: refundOf,
    cause: (id) => `${id} was rolled back twice`,
  },
  {
    code: 'rollback-applied-again',
    of: ['refused', 'cancelled'],
    invitedBy: ['rollback-of-refused'],
    change: refundOf,
    cause: (id) => `${id}, which never was applied, was refunded`,
  },
  {
    code: 'applied-after-rollback',
    of: ['cancelled'],
    when: ({ cameAgain }) => cameAgain === true,
    invitedBy: [],
    change: netOf,
    cause: (id) => `${id} was applied after its rollback`,
  },
  {
    code: 'money-moved-on-refusal',
    of: ['refused', 'cancelled'],
    invitedBy: [],
    change: netOf,
    cause: (id) => `${id}, which must not be applied, was applied`,
  },
  {
    code: 'rollback-applied-again',
    of: [],
    invitedBy: ['foreign-rollback'],
    change: refundOf,
    cause: (id) => `${id}, which belongs to another account, was refunded here`,
  },
];

const toStory = (id: string, amounts: Amounts, { code, change, cause }: PossibleMistake): Story => ({
  code,
  change: change(amounts),
  cause: cause(id, amounts),
});

/** What may have gone wrong with a transaction of the account, as it stands now. */
export const storiesOfTransaction = (transaction: Transaction): Story[] =>
  mistakes
    .filter(({ of, when }) => of.includes(transaction.state) && when?.(transaction) !== false)
    .map((each) => toStory(transaction.id, transaction, each));

/** What a call on a transaction of those amounts invites. */
export const storiesOfSituation = (situation: Situation, id: string, amounts: Amounts): Story[] =>
  mistakes.filter(({ invitedBy }) => invitedBy.includes(situation)).map((each) => toStory(id, amounts, each));

/**
 * The stories of a transaction that was rolled back, and that its whole round was: `others` of its account. Where the
 * amounts cannot tell it from another story, as where the bets and wins of a round sum to zero, both are told as one.
 */
export const withWholeRound = (
  stories: readonly Story[],
  { state, id, gameRoundId, cameAgain }: Transaction,
  others: readonly Transaction[],
): readonly Story[] => {
  const left = others.filter((each) => each.state === 'processed' && each.gameRoundId === gameRoundId);
  if (state !== 'rolled-back' || cameAgain === true || gameRoundId === undefined || left.length === 0) return stories;
  const change = left.map(refundOf).reduce((sum, each) => sum.plus(each));
  const story = { code: 'wrong-amounts-rolled-back', change } as const;
  const cause = `the whole round of ${id} was rolled back`;
  const both = stories.map((each) =>
    each.change.eq(change) ? { ...story, cause: `${each.cause}, or ${cause}` } : each,
  );
  return [...both, { ...story, cause }];
};

/** A transaction of another account that moved money in this one. */
export const storiesOfForeign = ({ id, account, ...amounts }: Transaction): Story[] => {
  const cause = `${id} of ${account.playerId} in ${account.currency} moved money here`;
  return [netOf(amounts), refundOf(amounts), amounts.bet, amounts.win].map((change) => ({
    code: 'foreign-money-moved',
    change,
    cause,
  }));
};

/** Amounts that came under its id later were rolled back instead of its own. */
export const otherAmountsRolledBack = (id: string, own: Amounts, other: Amounts): Story => ({
  code: 'wrong-amounts-rolled-back',
  change: refundOf(other).minus(refundOf(own)),
  cause: `${id} was rolled back with the amounts of a later makeBet of the same id`,
});

/** A duplicate was answered with the balance that its first sending was answered with. */
export const firstAnswerRepeated = (
  id: string,
  { first, expected }: { readonly first: Amount; readonly expected: Amount },
): Story => ({
  code: 'stale-balance',
  change: first.minus(expected),
  cause: `${renderAmount(first)} is what the first ${id} was answered with: the old answer is repeated`,
});

/** The win that the progress of a pack shows was paid, as if it were one. */
export const progressPaid = (accumulatedWin: Amount): Story => ({
  code: 'freespins-progress-paid',
  change: accumulatedWin,
  cause: 'accumulated_win of the free spins was paid out',
});

/** A bet was applied though the balance did not cover it. */
export const uncovered = (id: string, bet: string, balance: string): string =>
  `${id}, a bet of ${bet}, was applied with a balance of ${balance}`;
