import type { ReelSymbol } from './symbols.ts';

/** Three of a kind; stars pay whatever was forced. */
const lines: Readonly<Record<ReelSymbol, number>> = {
  cherry: 2,
  lemon: 2,
  bell: 5,
  seven: 20,
  crown: 1000,
  star: 0,
};

/** What three reels pay, times the stake: three of a kind, or two cherries that stand side by side. */
export const multiplierOf = ([left, middle, right]: readonly ReelSymbol[]): number => {
  if (left !== undefined && left === middle && middle === right) return lines[left];
  const hasPair = middle === 'cherry' && (left === 'cherry' || right === 'cherry');
  return hasPair ? 1 : 0;
};
