import { describe, expect, it } from '@jest/globals';
import { symbols } from '../../../../src/games/slot.ts';
import { symbolNameOf } from '../../../../src/ui/game/slot/symbol-name-of.ts';

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
