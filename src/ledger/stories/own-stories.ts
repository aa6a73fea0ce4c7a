import { type Amount, amountOf } from '../../money/amount.ts';
import type { Callback, MakeBet, Rollback } from '../../spec/callback.ts';
import type { Situation } from '../../spec/situation.ts';
import type { Amounts } from '../ledger.ts';
import {
  firstAnswerRepeated,
  netOf,
  otherAmountsRolledBack,
  type Story,
  storiesOfSituation,
} from './transaction-stories.ts';

/** A call whose answer is off, and what is known of its transaction. */
export interface OwnCall {
  readonly situation: Situation;
  readonly callback: Callback;
  /** What its transaction moved, where that is known. */
  readonly known: Amounts | undefined;
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

const storiesOf = (call: OwnCall): Story[] => {
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

const rollbackStories = ({ situation, known, otherAmounts }: OwnCall, { transactionId: id }: Rollback): Story[] => {
  if (known === undefined) return [];
  const isFirst = storiesOfSituation(situation, id, known);
  return takesAmounts.has(situation)
    ? [...isFirst, ...otherAmounts.map((other) => otherAmountsRolledBack(id, known, other))]
    : isFirst;
};

/** Rollbacks that move something. */
const takesAmounts: ReadonlySet<Situation> = new Set([
  'rollback-of-bet',
  'rollback-of-bet-and-win',
  'rollback-of-win',
  'rollback-of-spent-win',
]);
