import { createHash } from 'node:crypto';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Chance that a seed decides: the same seed and the same calls give the same throws. */
export interface Dice {
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** Lower-case hexadecimal digits. */
  hex(digits: number): string;
  /** The items in another order; a new array. */
  shuffle<T>(items: readonly T[]): T[];
  /** Independent dice for a part, the same whatever else was thrown before. */
  fork(label: string): Dice;
}

const seedOf = (label: string): number => createHash('sha256').update(label).digest().readInt32BE(0);

/** Dice of a seed. `seed` is any text; a number's digits for a numeric seed. */
export const createDice = (seed: string): Dice => {
  const generator = xoroshiro128plus(seedOf(seed));
  const integer = (min: number, max: number): number => uniformInt(generator, min, max);
  return {
    integer,
    hex: (digits) => Array.from({ length: digits }, () => integer(0, 15).toString(16)).join(''),
    shuffle: (items) => {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = integer(0, last);
        shuffled.splice(last, 1, ...shuffled.splice(other, 1, shuffled[last] as never));
      }
      return shuffled;
    },
    fork: (label) => createDice(`${seed}/${label}`),
  };
};
