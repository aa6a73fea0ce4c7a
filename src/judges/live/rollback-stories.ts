import type { Amount } from '../../money/amount.ts';
import type { Rollback } from '../../spec/callback.ts';
import type { Amounts, TransactionRecord } from './memory.ts';
import type { OwnStory, Told } from './own-story.ts';

/** What an agent may get wrong in a rollback of a transaction with those amounts. */
export const rollbackStories = (
  { situation, record }: Told,
  { transactionId: id }: Rollback,
  known: Amounts,
): OwnStory[] => {
  const refund = known.bet.minus(known.win);
  switch (situation) {
    case 'rollback-of-bet':
    case 'rollback-of-bet-and-win':
    case 'rollback-of-win':
    case 'rollback-of-spent-win':
      return [...firstRollback(id, known), ...otherAmounts(id, known, record)];
    case 'rollback-again':
      return refundedAgain(id, refund, 'was rolled back twice');
    case 'rollback-of-refused':
      return refundedAgain(id, refund, 'which never was applied, was refunded');
    case 'foreign-rollback':
      return refundedAgain(id, refund, 'which belongs to another account, was refunded here');
    default:
      return [];
  }
};

const firstRollback = (id: string, { bet, win }: Amounts): OwnStory[] => [
  {
    code: 'rollback-not-applied',
    change: win.minus(bet),
    cause: `${id} is not rolled back`,
  },
  { code: 'win-not-reverted', change: win, cause: `the win of ${id} was not reverted` },
  { code: 'bet-not-refunded', change: bet.times(-1), cause: `the bet of ${id} was not refunded` },
];

/** Amounts that came under its id later were rolled back instead of its own. */
const otherAmounts = (
  id: string,
  { bet, win }: Amounts,
  record: TransactionRecord | undefined,
): OwnStory[] =>
  (record?.otherAmounts ?? []).map((other) => ({
    code: 'wrong-amounts-rolled-back',
    change: other.bet.minus(other.win).minus(bet.minus(win)),
    cause: `${id} was rolled back with the amounts of a later makeBet of the same id`,
  }));

const refundedAgain = (id: string, refund: Amount, what: string): OwnStory[] => [
  { code: 'rollback-applied-again', change: refund, cause: `${id}${comma(what)}${what}` },
];

const comma = (what: string): string => (what.startsWith('which') ? ', ' : ' ');
