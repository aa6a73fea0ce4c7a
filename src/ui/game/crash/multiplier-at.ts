import { growthPerMs, highestMultiplier } from './growth.ts';

/** The multiplier after so many milliseconds in the air: 1 at first, twice as high every 5.8 s. */
export const multiplierAt = (ms: number): number =>
  Math.min(
    highestMultiplier,
    Math.floor(Math.exp(growthPerMs * Math.max(0, ms)) * 100 + 1e-6) / 100,
  );
