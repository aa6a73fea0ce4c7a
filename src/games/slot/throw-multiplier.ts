import type { Dice } from '../../world/dice.ts';

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
