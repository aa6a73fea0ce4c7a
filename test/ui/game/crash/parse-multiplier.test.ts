import { describe, expect, it } from '@jest/globals';
import { parseMultiplier } from '../../../../src/ui/game/crash/parse-multiplier.ts';

describe('parseMultiplier', () => {
  it.each([
    ['1.01', 1.01],
    [' 2.5 ', 2.5],
    ['1000', 1000],
  ])('reads %j', (typed, multiplier) => {
    expect(parseMultiplier(typed)).toBe(multiplier);
  });

  it.each(['', '1', '1.00', '1000.01', '2,5', '1.234', '1e2', '0x10', '-2', 'Infinity'])(
    'refuses %j',
    (typed) => {
      expect(parseMultiplier(typed)).toBeUndefined();
    },
  );
});
