import { highestMultiplier, lowestMultiplier } from './growth.ts';

const plain = /^\d{1,4}(?:\.\d{1,2})?$/;

/** The multiplier that somebody typed: 1.01 to 1000, two decimals; undefined when it is none. */
export const parseMultiplier = (typed: string): number | undefined => {
  const text = typed.trim();
  const multiplier = plain.test(text) ? Number(text) : Number.NaN;
  return multiplier >= lowestMultiplier && multiplier <= highestMultiplier ? multiplier : undefined;
};
