import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { msUntil } from '../../../../src/ui/game/crash/ms-until.ts';
import { multiplierAt } from '../../../../src/ui/game/crash/multiplier-at.ts';

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
