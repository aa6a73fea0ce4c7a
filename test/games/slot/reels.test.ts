import { describe, expect, it } from '@jest/globals';
import { multiplierOf } from '../../../src/games/slot/multiplier-of.ts';
import { reelsFor } from '../../../src/games/slot/reels-for.ts';
import { symbols } from '../../../src/games/slot/symbols.ts';
import { throwMultiplier } from '../../../src/games/slot/throw-multiplier.ts';
import type { Dice } from '../../../src/world/dice.ts';
import { createDice } from '../../../src/world/dice.ts';

const throwing = (thrown: number): Dice => ({ ...createDice('x'), integer: () => thrown });

describe('the dice', () => {
  it.each([
    [1, 0],
    [60, 0],
    [61, 1],
    [78, 1],
    [79, 2],
    [94, 2],
    [95, 5],
    [99, 5],
    [100, 20],
  ])('that throw %p pay %s times the stake', (thrown, multiplier) => {
    expect(throwMultiplier(throwing(thrown))).toBe(multiplier);
  });

  it('give back 95 of a hundred, each throw counted once', () => {
    const throws = Array.from({ length: 100 }, (_, index) => throwMultiplier(throwing(index + 1)));
    expect(throws.reduce((sum, multiplier) => sum + multiplier)).toBe(95);
  });
});

describe('the reels', () => {
  it.each([0, 1, 2, 5, 20, 1000])('show what pays %p times the stake, in many ways', (paid) => {
    const dice = createDice('reels');
    const shown = Array.from({ length: 200 }, () => reelsFor(paid, dice));
    expect(new Set(shown.map(multiplierOf))).toEqual(new Set([paid]));
    if (paid <= 2) expect(new Set(shown.map(String)).size).toBeGreaterThan(1);
  });

  it.each([0.5, 3, 7.25, Number.NaN])('show three stars where no line pays %p', (paid) => {
    expect(reelsFor(paid, createDice('x'))).toEqual(['star', 'star', 'star']);
  });

  it('never show crowns or stars by themselves', () => {
    const dice = createDice('reels');
    for (let spin = 0; spin < 500; spin += 1) {
      const reels = reelsFor(throwMultiplier(dice), dice);
      expect(reels.some((symbol) => symbol === 'crown' || symbol === 'star')).toBe(false);
    }
  });

  it('pay by every symbol there is', () => {
    expect(symbols.map((symbol) => multiplierOf([symbol, symbol, symbol]))).toEqual([
      2, 2, 5, 20, 1000, 0,
    ]);
  });
});
