import type { Transaction } from '../../ledger/ledger.ts';
import type { Amount } from '../../money/amount.ts';
import { renderAmount, zero } from '../../money/amount.ts';

/**
 * One way in which an account may stand: opening - bets + wins + rollbacks + elsewhere is what the
 * ledger's own book says. `gap`: what breaches, once told, left between the book and the agent.
 */
export interface World {
  readonly opening: Amount;
  readonly bets: Amount;
  readonly wins: Amount;
  readonly rollbacks: Amount;
  readonly elsewhere: Amount;
  readonly gap: Amount;
  /** By id, those that the worlds of the account do not agree on. */
  readonly transactions: ReadonlyMap<string, Transaction>;
}

/** The account as it was found. */
export const openWorld = (opening: Amount): World => ({
  opening,
  bets: zero,
  wins: zero,
  rollbacks: zero,
  elsewhere: zero,
  gap: zero,
  transactions: new Map(),
});

/** What the account must have. */
export const bookOf = ({ opening, bets, wins, rollbacks, elsewhere }: World): Amount =>
  opening.minus(bets).plus(wins).plus(rollbacks).plus(elsewhere);

/** What the agent is expected to say: the book, and what is wrong by now. */
export const balanceIn = (world: World): Amount => bookOf(world).plus(world.gap);

/** Somebody else moved money. */
export const movedElsewhere = (world: World, change: Amount): World => ({
  ...world,
  elsewhere: world.elsewhere.plus(change),
});

/** Each world once; the likeliest stay first. */
export const distinctWorlds = (worlds: readonly World[]): readonly World[] => {
  const first = new Map<string, World>();
  for (const world of worlds) {
    const key = keyOfWorld(world);
    if (!first.has(key)) first.set(key, world);
  }
  return [...first.values()];
};

/** The same for two worlds in which everything stands alike. */
export const keyOfWorld = ({ transactions, ...sums }: World): string =>
  [
    ...[sums.opening, sums.bets, sums.wins, sums.rollbacks, sums.elsewhere, sums.gap].map(
      renderAmount,
    ),
    ...[...transactions].map(([id, each]) => keyOfTransaction(id, each)).toSorted(byText),
  ].join('\n');

const keyOfTransaction = (id: string, { state, bet, win }: Transaction): string =>
  JSON.stringify([id, state, renderAmount(bet), renderAmount(win)]);

const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
