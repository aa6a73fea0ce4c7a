import type { Dice } from '../world/dice.ts';

/** Draws ids that no other platform has: UUIDs in form, a thrown prefix and a counter in fact. */
export const createIds = (dice: Dice): (() => string) => {
  const prefix = `${dice.hex(8)}-${dice.hex(4)}-4${dice.hex(3)}-a${dice.hex(3)}-`;
  let count = 0;
  return () => {
    count += 1;
    return prefix + count.toString(16).padStart(12, '0');
  };
};
