import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromUnits } from '../../../../src/ui/game/amounts/from-units.ts';
import { toUnits } from '../../../../src/ui/game/amounts/to-units.ts';

describe('toUnits', () => {
  it('is the way back of fromUnits', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 28n }),
        fc.integer({ min: 0, max: 8 }),
        (n, scale) => expect(toUnits(fromUnits(n, scale), scale)).toBe(n),
      ),
    );
  });

  it.each(['', '-1', '1.234', 'abc', '1,5', '1e3', '.5', '1'.repeat(31)])(
    'finds no amount of two decimals in %j',
    (text) => {
      expect(toUnits(text, 2)).toBeUndefined();
    },
  );

  it('overlooks zeros at the end', () => {
    expect(toUnits('1.5000', 2)).toBe(150n);
  });
});
