/** How fast the multiplier grows: exponential, times e in 8.3 s. */
export const growthPerMs = 0.00012;

/** Where the page asks for the money at the latest, so that nobody waits for ever. */
export const highestMultiplier = 1000;

/** The lowest multiplier at which a round can be cashed out. */
export const lowestMultiplier = 1.01;
