/**
 * The symbols of the reels, by name. `crown` and `star` come with forced outcomes alone: three crowns
 * for the big win, three stars for a win that no other line pays.
 */
export const symbols = ['cherry', 'lemon', 'bell', 'seven', 'crown', 'star'] as const;

export type ReelSymbol = (typeof symbols)[number];
