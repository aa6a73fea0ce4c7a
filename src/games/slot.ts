import type { Dice } from '../base/dice.ts';
import { type Amount, amountOf, isFinerThanScale, roundToScale, smallestUnit, zero } from '../base/money.ts';
import { type Chance, type GameRules, throwDecimals, withDecimals } from './game-rules.ts';

/** A round of a slot: bet and win in one makeBet. */
export const slot: GameRules = {
  draw: (stake, chance) => ({ state: 'settled', stake, ...spinReels(stake, chance) }),
  spinFreely: (stake, chance) => spinReels(stake, chance),
};

/** As the dice say, or as it was forced. */
const spinReels = (stake: Amount, chance: Chance) => {
  const { dice, forced, launch } = chance;
  const paying = (multiplier: string | number) => ({
    win: timesAtScale(stake, amountOf(String(multiplier)), launch.currency),
    reels: reelsFor(Number(multiplier), dice),
  });
  switch (forced?.outcome) {
    // A bet that pays its stake back moves nothing: applied twice it would look as if applied once.
    case 'answer-lost':
    case 'lose':
      return paying(0);
    case 'big-win':
      return paying(1000);
    case 'win':
      return paying(forced.amount ?? 0);
    case 'decimals':
      return { win: withDecimals(stake, throwDecimals(chance)), reels: reelsFor(Number.NaN, dice) };
    default:
      return paying(throwMultiplier(dice));
  }
};

/** Rounded down to the scale, yet no win of nothing. */
const timesAtScale = (stake: Amount, multiplier: Amount, currency: string): Amount => {
  if (multiplier.eq(0)) return zero;
  const exact = stake.times(multiplier);
  // A pack may be granted with a finer bet than its currency has: its wins are as fine.
  if (!isFinerThanScale(exact, currency) || isFinerThanScale(stake, currency)) return exact;
  const win = roundToScale(exact, currency, 'down');
  return win.eq(0) ? smallestUnit(currency) : win;
};

/** How often, of a hundred rounds, the stake comes back how many times: 95 % in all. */
const paytable = [
  { share: 60, multiplier: 0 },
  { share: 18, multiplier: 1 },
  { share: 16, multiplier: 2 },
  { share: 5, multiplier: 5 },
  { share: 1, multiplier: 20 },
] as const;

/** How many times the stake comes back; whole, so that a win is no finer than its stake. */
export const throwMultiplier = (dice: Dice): number => {
  let left = dice.integer(1, 100);
  for (const { share, multiplier } of paytable) {
    if (left <= share) return multiplier;
    left -= share;
  }
  return 0;
};

/** What three of a kind pay. Crowns and stars come with forced outcomes alone: stars for a win that no line pays. */
const lines = { cherry: 2, lemon: 2, bell: 5, seven: 20, crown: 1000, star: 0 } as const;

type ReelSymbol = keyof typeof lines;

export const symbols = Object.keys(lines) as readonly ReelSymbol[];

const thrown: readonly ReelSymbol[] = ['cherry', 'lemon', 'bell', 'seven'];

/** Every way in which the reels can stop but for three stars. */
const stops: readonly (readonly ReelSymbol[])[] = [
  ...thrown.flatMap((left) => thrown.flatMap((middle) => thrown.map((right) => [left, middle, right]))),
  ['crown', 'crown', 'crown'],
];

/** Reels that pay just this; three stars where no line does. */
export const reelsFor = (multiplier: number, dice: Dice): readonly ReelSymbol[] => {
  const paying = stops.filter((reels) => multiplierOf(reels) === multiplier);
  return paying[dice.integer(0, Math.max(paying.length - 1, 0))] ?? ['star', 'star', 'star'];
};

/** What three reels pay, times the stake: three of a kind, or two cherries that stand side by side. */
export const multiplierOf = ([left, middle, right]: readonly ReelSymbol[]): number => {
  if (left !== undefined && left === middle && middle === right) return lines[left];
  const hasPair = middle === 'cherry' && (left === 'cherry' || right === 'cherry');
  return hasPair ? 1 : 0;
};
