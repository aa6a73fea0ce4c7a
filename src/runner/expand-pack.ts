import type { Amount } from '../money/amount.ts';
import { amountOf, renderAmount, zero } from '../money/amount.ts';
import type { Quirks } from '../spec/quirks.ts';
import type {
  AmountExpression,
  CallStep,
  GetBalanceStep,
  MakeBetStep,
  PackStep,
} from '../spec/scenario.ts';

/** A free-spin pack as the calls it is: progress, is_finish on the last, then its win (section 3). */
export const expandPack = (pack: PackStep, packWin: Quirks['packWin']): CallStep[] => {
  const sums = accumulated(pack);
  const total = sums.at(-1) ?? zero;
  const spins = sums.flatMap((sum, played) => [
    ...(packWin === 'per-spin' ? spinWin(pack, played) : []),
    ...(packWin === 'before-finish' && played === pack.total ? settled(pack, total) : []),
    progress(pack, played, sum),
    ...bets(pack, played),
  ]);
  return [...spins, ...(packWin === 'after-finish' ? settled(pack, total) : []), ended(pack)];
};

/** Accumulated win before the first spin and after each. */
const accumulated = (pack: PackStep): Amount[] => {
  const sums = [zero];
  for (let spin = 0; spin < pack.total; spin += 1) {
    sums.push((sums.at(-1) ?? zero).plus(amountOf(pack.wins[spin] ?? '0')));
  }
  return sums;
};

const progress = (pack: PackStep, played: number, sum: Amount): GetBalanceStep => ({
  kind: 'getBalance',
  place: pack.place,
  options: pack.options,
  freespins: {
    played,
    total: pack.total,
    isFinish: played === pack.total,
    accumulatedWin: renderAmount(sum),
  },
});

/** A pack that won nothing is settled by no makeBet. */
const settled = (pack: PackStep, total: Amount): MakeBetStep[] =>
  total.eq(0) ? [] : [bet(pack, { bet: '0', win: renderAmount(total), name: pack.id })];

/** The last win of a pack paid spin by spin is the one that settles it. */
const spinWin = (pack: PackStep, played: number): MakeBetStep[] => {
  const win = pack.wins[played - 1] ?? '0';
  if (amountOf(win).eq(0)) return [];
  const isLast = pack.wins.slice(played).every((later) => amountOf(later).eq(0));
  return [bet(pack, { bet: '0', win, name: isLast ? pack.id : undefined })];
};

const bets = (pack: PackStep, played: number): MakeBetStep[] => {
  const stake = pack.bets[played - 1] ?? '0';
  return amountOf(stake).eq(0) ? [] : [bet(pack, { bet: stake, win: '0' })];
};

const bet = (
  pack: PackStep,
  deed: { readonly bet: string; readonly win: string; readonly name?: string | undefined },
): MakeBetStep => ({
  kind: 'makeBet',
  place: pack.place,
  options: pack.options,
  ...(deed.name === undefined ? {} : { id: deed.name }),
  bet: exactly(deed.bet),
  win: exactly(deed.win),
  roundFinished: true,
});

const exactly = (text: string): AmountExpression => ({ kind: 'exact', text });

/** The first getBalance after the pack carries no freespins any more. */
const ended = (pack: PackStep): GetBalanceStep => ({
  kind: 'getBalance',
  place: pack.place,
  options: pack.options,
});
