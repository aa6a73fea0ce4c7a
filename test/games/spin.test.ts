import { describe, expect, it } from '@jest/globals';
import { spin } from '../../src/games/spin.ts';
import { amountOf, renderAmount, zero } from '../../src/money/amount.ts';
import type { Dice } from '../../src/world/create-dice.ts';
import { createDice } from '../../src/world/create-dice.ts';

const winOf = (thrown: number): string => {
  const dice: Dice = { ...createDice('x'), integer: () => thrown };
  return renderAmount(spin(amountOf('0.3'), dice));
};

describe('a round', () => {
  it.each([
    [1, '0'],
    [60, '0'],
    [61, '0.3'],
    [78, '0.3'],
    [79, '0.6'],
    [94, '0.6'],
    [95, '1.5'],
    [99, '1.5'],
    [100, '6'],
  ])('that throws %p wins %s of a stake of 0.3', (thrown, win) => {
    expect(winOf(thrown)).toBe(win);
  });

  it('gives back 95 of a hundred, each throw counted once', () => {
    const throws = Array.from({ length: 100 }, (_, index) => amountOf(winOf(index + 1)));
    const total = throws.reduce((sum, win) => sum.plus(win), zero);
    expect(renderAmount(total)).toBe('28.5');
  });

  it('is the same for the same seed', () => {
    const play = () => {
      const dice = createDice('seed');
      return Array.from({ length: 30 }, () => renderAmount(spin(amountOf('1'), dice)));
    };
    expect(play()).toEqual(play());
  });
});
