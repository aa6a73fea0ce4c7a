/** How fast the multiplier grows: exponential, times e in 8.3 s. */
export const growthPerMs = 0.00012;

/** Where the page asks for the money at the latest, so that nobody waits for ever. */
export const highestMultiplier = 1000;

/** The lowest multiplier at which a round can be cashed out. */
export const lowestMultiplier = 1.01;

/** The multiplier after so many milliseconds in the air: 1 at first, twice as high every 5.8 s. */
export const multiplierAt = (ms: number): number =>
  Math.min(highestMultiplier, Math.floor(Math.exp(growthPerMs * Math.max(0, ms)) * 100 + 1e-6) / 100);

/** Milliseconds in the air until a multiplier is reached. */
export const msUntil = (multiplier: number): number => Math.max(0, Math.ceil(Math.log(multiplier) / growthPerMs));

/** The multiplier that somebody typed: 1.01 to 1000, two decimals; undefined when it is none. */
export const parseMultiplier = (typed: string): number | undefined => {
  const multiplier = /^\d{1,4}(?:\.\d{1,2})?$/.test(typed) ? Number(typed) : Number.NaN;
  return multiplier >= lowestMultiplier && multiplier <= highestMultiplier ? multiplier : undefined;
};
