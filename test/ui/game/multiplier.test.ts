import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cashOutAmount } from '../../../src/ui/game/crash-view.tsx';
import { msUntil, multiplierAt, parseMultiplier } from '../../../src/ui/game/multiplier.ts';

describe('multiplierAt', () => {
  it('is 1 on the ground, and before', () => {
    expect(multiplierAt(0)).toBe(1);
    expect(multiplierAt(-50)).toBe(1);
  });

  it('ends at 1000', () => {
    expect(multiplierAt(3_600_000)).toBe(1000);
  });

  it('has reached every multiplier when msUntil says so', () => {
    fc.assert(
      fc.property(fc.integer({ min: 101, max: 100_000 }), (hundredths) => {
        expect(multiplierAt(msUntil(hundredths / 100))).toBeGreaterThanOrEqual(hundredths / 100);
      }),
    );
  });
});

describe('parseMultiplier', () => {
  it.each([
    ['1.01', 1.01],
    ['2.5', 2.5],
    ['1000', 1000],
  ])('reads %j', (typed, multiplier) => {
    expect(parseMultiplier(typed)).toBe(multiplier);
  });

  it.each(['', '1', '1.00', '1000.01', '2,5', '1.234', '1e2', '0x10', '-2', 'Infinity'])('refuses %j', (typed) => {
    expect(parseMultiplier(typed)).toBeUndefined();
  });
});

describe('cashOutAmount', () => {
  it.each([
    ['10', '2.35', 2, '23.50'],
    ['0.01', '1.99', 2, '0.01'],
    ['7', '1.50', 0, '10'],
    ['0.00000003', '1.50', 8, '0.00000004'],
  ])('multiplies %s by %s at %i decimals, rounded down, to %s', (stake, at, scale, amount) => {
    expect(cashOutAmount(stake, at, scale)).toBe(amount);
  });

  it('is nothing for a stake that is none', () => {
    expect(cashOutAmount('abc', '2.00', 2)).toBeUndefined();
  });
});
