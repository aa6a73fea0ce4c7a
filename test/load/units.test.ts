import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountOf } from '../../src/base/money.ts';
import { fixedUnits, fromUnits, toUnits } from '../../src/load/units.ts';

const units = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
const scale = fc.nat(12);

it('gives back the units that a decimal was written from, at every scale', () => {
  fc.assert(
    fc.property(units, scale, (given, digits) => {
      expect(toUnits(fromUnits(given, digits), digits)).toBe(given);
      expect(toUnits(fixedUnits(given, digits), digits)).toBe(given);
    }),
  );
});

it('writes the number that the units are, exactly', () => {
  fc.assert(
    fc.property(units, scale, (given, digits) => {
      const exact = amountOf(String(given)).div(amountOf(`1e${digits}`));
      expect(amountOf(fromUnits(given, digits)).eq(exact)).toBe(true);
      expect(fixedUnits(given, digits)).toBe(exact.toFixed(digits).replace(/^-(0\.?0*)$/, '$1'));
    }),
  );
});

it('writes no zeros at the end but where all digits of the scale are asked for', () => {
  expect([fromUnits(1050n, 2), fixedUnits(1050n, 2)]).toEqual(['10.5', '10.50']);
  expect([fromUnits(1000n, 2), fixedUnits(1000n, 2)]).toEqual(['10', '10.00']);
  expect([fromUnits(1000n, 0), fixedUnits(1000n, 0)]).toEqual(['1000', '1000']);
  expect([fromUnits(0n, 8), fixedUnits(0n, 8)]).toEqual(['0', '0.00000000']);
  expect([fromUnits(-1n, 3), fixedUnits(-1n, 3)]).toEqual(['-0.001', '-0.001']);
});

it('takes zeros beyond the scale, and refuses other digits there', () => {
  expect(toUnits('1.5000', 2)).toBe(150n);
  expect(toUnits('1.505', 2)).toBeUndefined();
  expect(toUnits('0.1', 0)).toBeUndefined();
});

it.each(['', '.5', '1.', '1e3', '+1', '1,5', ' 1', '0x1', 'NaN'])('takes no units of %j', (text) => {
  expect(toUnits(text, 2)).toBeUndefined();
});
