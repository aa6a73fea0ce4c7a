import type { Amount } from '../money/amount.ts';
import { parseAmount, zero } from '../money/amount.ts';
import { accountOf } from './account-of.ts';
import { amountsOf } from './amounts-of.ts';
import { groupBy } from './group-by.ts';
import { level } from './level.ts';
import type { Walk } from './walk.ts';

/** Where bets at once were not all covered, there must be as little in their account as there was. */
export const levelRace = (walk: Walk, group: readonly number[]): void => {
  const bets = group.flatMap((position) => newBet(walk, position));
  for (const [first, ...others] of groupBy(bets, ({ account }) => account).values()) {
    if (first === undefined) continue;
    const all = others.reduce((sum, { bet }) => sum.plus(bet), first.bet);
    if (all.gt(first.before)) level(walk, first.position, first.before);
  }
};

interface NewBet {
  readonly position: number;
  readonly account: string;
  readonly bet: Amount;
  readonly before: Amount;
}

/** A bet of a transaction that is not known yet, where the balance was. */
const newBet = ({ calls, transactions }: Walk, position: number): NewBet[] => {
  const { callback, balanceBefore = '' } = calls[position] ?? {};
  if (callback?.type !== 'makeBet' || transactions.has(callback.transactionId)) return [];
  const before = parseAmount(balanceBefore);
  if (before === undefined) return [];
  const { bet } = amountsOf(callback);
  return bet.eq(zero) ? [] : [{ position, account: accountOf(callback), bet, before }];
};
