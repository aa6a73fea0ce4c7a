import type { Dice } from '../base/dice.ts';
import { type Amount, amountOf } from '../base/money.ts';
import { throwDecimals, timesAtScale, withDecimals } from './game-amounts.ts';
import type { GameInPlay, Move } from './game-in-play.ts';
import { placeBet } from './send-pending.ts';

/** A round of a slot: bet and win in one makeBet. */
export const playSlot = (game: GameInPlay, stake: Amount): Promise<Move> =>
  placeBet(game, { state: 'settled', stake, ...spinReels(game, stake) });

/** How the reels stop, and what they pay. */
interface Spun {
  readonly win: Amount;
  readonly reels: readonly ReelSymbol[];
}

/** A spin for this stake: as the dice say, or as it was forced. */
export const spinReels = (game: GameInPlay, stake: Amount): Spun => {
  const { dice, forced, launch } = game;
  const paying = (multiplier: string | number): Spun => ({
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
      return {
        win: withDecimals(stake, throwDecimals(launch.currency, dice)),
        reels: reelsFor(Number.NaN, dice),
      };
    default:
      return paying(throwMultiplier(dice));
  }
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

const thrown: readonly ReelSymbol[] = ['cherry', 'lemon', 'bell', 'seven'];

const stars: readonly ReelSymbol[] = ['star', 'star', 'star'];

const crowns: readonly ReelSymbol[] = ['crown', 'crown', 'crown'];

/** Every way in which the reels can stop by themselves. */
const stops: readonly (readonly ReelSymbol[])[] = [
  ...thrown.flatMap((left) => thrown.flatMap((middle) => thrown.map((right) => [left, middle, right]))),
  crowns,
];

/** Reels that pay just this; three stars where no line does. */
export const reelsFor = (multiplier: number, dice: Dice): readonly ReelSymbol[] => {
  const paying = stops.filter((reels) => multiplierOf(reels) === multiplier);
  return paying[dice.integer(0, Math.max(paying.length - 1, 0))] ?? stars;
};

/** Three of a kind; stars pay whatever was forced. */
const lines: Readonly<Record<ReelSymbol, number>> = {
  cherry: 2,
  lemon: 2,
  bell: 5,
  seven: 20,
  crown: 1000,
  star: 0,
};

/** What three reels pay, times the stake: three of a kind, or two cherries that stand side by side. */
export const multiplierOf = ([left, middle, right]: readonly ReelSymbol[]): number => {
  if (left !== undefined && left === middle && middle === right) return lines[left];
  const hasPair = middle === 'cherry' && (left === 'cherry' || right === 'cherry');
  return hasPair ? 1 : 0;
};

/**
 * The symbols of the reels, by name. `crown` and `star` come with forced outcomes alone: three crowns
 * for the big win, three stars for a win that no other line pays.
 */
export const symbols = ['cherry', 'lemon', 'bell', 'seven', 'crown', 'star'] as const;

type ReelSymbol = (typeof symbols)[number];
