import type { Dice } from '../../world/dice.ts';
import { multiplierOf } from './multiplier-of.ts';
import type { ReelSymbol } from './symbols.ts';

const thrown: readonly ReelSymbol[] = ['cherry', 'lemon', 'bell', 'seven'];

const stars: readonly ReelSymbol[] = ['star', 'star', 'star'];

const crowns: readonly ReelSymbol[] = ['crown', 'crown', 'crown'];

/** Every way in which the reels can stop by themselves. */
const stops: readonly (readonly ReelSymbol[])[] = [
  ...thrown.flatMap((left) =>
    thrown.flatMap((middle) => thrown.map((right) => [left, middle, right])),
  ),
  crowns,
];

/** Reels that pay just this; three stars where no line does. */
export const reelsFor = (multiplier: number, dice: Dice): readonly ReelSymbol[] => {
  const paying = stops.filter((reels) => multiplierOf(reels) === multiplier);
  return paying[dice.integer(0, Math.max(paying.length - 1, 0))] ?? stars;
};
