import type { Amount } from '../../money/amount.ts';
import { amountOf } from '../../money/amount.ts';
import type { Dice } from '../../world/dice.ts';

const throws = 1_000_000;
/** In hundredths: a round that goes so high cannot be lost by who cashes out at 1000. */
const highest = 100_001;
const lowest = 100;

/**
 * Where a round bursts, 1.00 to 1000.01. A round gets above x with a chance of 0.95 / x, so that 95 %
 * comes back wherever the player cashes out.
 */
export const drawBurst = (dice: Dice): Amount => {
  const drawn = Math.ceil((95 * throws) / dice.integer(1, throws));
  return amountOf(`${Math.min(highest, Math.max(lowest, drawn))}e-2`);
};
