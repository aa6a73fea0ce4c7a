import { describe, expect, it } from '@jest/globals';
import { drawBurst } from '../../../src/games/crash/draw-burst.ts';
import type { Dice } from '../../../src/world/dice.ts';
import { createDice } from '../../../src/world/dice.ts';

const burstAt = (thrown: number): string => {
  const dice: Dice = { ...createDice('x'), integer: () => thrown };
  return drawBurst(dice).toFixed(2);
};

describe('a burst', () => {
  it.each([
    [1, '1000.01'],
    [949, '1000.01'],
    [950, '1000.00'],
    [475_000, '2.00'],
    [474_999, '2.01'],
    [940_595, '1.01'],
    [950_000, '1.00'],
    [1_000_000, '1.00'],
  ])('of the throw %p is at %s', (thrown, burst) => {
    expect(burstAt(thrown)).toBe(burst);
  });

  it.each([101, 150, 200, 1000, 99_999])(
    'comes late enough to give back 95 of a hundred to who leaves at %p hundredths',
    (at) => {
      // The throws that burst above `at` are those below 95 000 000 / at.
      const winning = Math.ceil(95_000_000 / at) - 1;
      expect(Number(burstAt(winning)) * 100).toBeGreaterThan(at);
      expect(Number(burstAt(winning + 1)) * 100).toBeLessThanOrEqual(at + 1e-6);
      expect(Math.abs((winning * at) / 1_000_000 - 95)).toBeLessThan(at / 900_000);
    },
  );
});
