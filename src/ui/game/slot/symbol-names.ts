/** The symbols of a reel, in its order. */
export const symbolNames = ['cherry', 'bell', 'star', 'lemon', 'seven', 'crown'] as const;
export type SymbolName = (typeof symbolNames)[number];
