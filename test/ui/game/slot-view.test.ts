import { describe, expect, it } from '@jest/globals';
import { symbols } from '../../../src/games/game-kinds.ts';
import { winningReels } from '../../../src/ui/game/slot-view.tsx';
import { symbolNameOf } from '../../../src/ui/game/symbols.tsx';

describe('winningReels', () => {
  it('are those that are alike', () => {
    expect(winningReels(['bell', 'star', 'bell'])).toEqual([0, 2]);
    expect(winningReels(['bell', 'bell', 'bell'])).toEqual([0, 1, 2]);
  });

  it('are all where no two are alike', () => {
    expect(winningReels(['bell', 'star', 'lemon'])).toEqual([0, 1, 2]);
  });
});

describe('symbolNameOf', () => {
  it.each(symbols)('draws the %s of the platform', (symbol) => {
    expect(symbolNameOf(symbol)).toBe(symbol);
  });

  it('has a drawing for a symbol that nobody drew', () => {
    for (const symbol of ['', '__proto__', '🐙', 'x'.repeat(100_000)]) {
      expect(symbols).toContain(symbolNameOf(symbol));
    }
  });
});
