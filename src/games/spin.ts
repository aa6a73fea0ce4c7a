import type { Amount } from '../money/amount.ts';
import type { Dice } from '../world/create-dice.ts';

/** How often, of a hundred rounds, the stake comes back how many times: 95 % in all. */
const paytable = [
  { share: 60, multiplier: 0 },
  { share: 18, multiplier: 1 },
  { share: 16, multiplier: 2 },
  { share: 5, multiplier: 5 },
  { share: 1, multiplier: 20 },
] as const;

/** The win of a round: the stake times what the dice say; whole multiples keep the scale. */
export const spin = (stake: Amount, dice: Dice): Amount => {
  let left = dice.integer(1, 100);
  for (const { share, multiplier } of paytable) {
    if (left <= share) return stake.times(multiplier);
    left -= share;
  }
  return stake.times(0);
};
