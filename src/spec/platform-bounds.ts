/** So much a platform remembers at most, so that traffic cannot fill its memory. */
export const platformBounds = {
  /** Sessions; those that were seen longest ago are forgotten first, the expired ones before others. */
  sessions: 30_000,
  /** Demos; likewise. */
  demos: 10_000,
  /** Packs of free spins; those that are over are forgotten first, the others never. */
  packs: 10_000,
  /** Games that are looked after at once: somebody is there, or something is to come. */
  openGames: 10_000,
  /** Games that nobody plays, and in which nothing is to come, with their last rounds. */
  leftGames: 1_000,
} as const;

/** `10,000`. */
export const boundText = (bound: keyof typeof platformBounds): string => countText(platformBounds[bound]);

/** A whole number with its thousands apart. Not by Intl, which takes a third of Node's own start the first time. */
export const countText = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
