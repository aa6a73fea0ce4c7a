import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  decimalDifference,
  fromUnits,
  isEmpty,
  isSameAmount,
  showAmount,
  toUnits,
} from '../../../src/ui/parts/amounts.tsx';

test.each([
  ['979.52', '989.76', '−10.24'],
  ['989.76', '979.5', '+10.26'],
  ['-5', '5.5', '−10.5'],
  ['0.10', '0', '+0.10'],
  ['12345678901234567890.01', '12345678901234567890.00', '+0.01'],
  ['0.3', '0.1', '+0.2'],
])('%s − %s = %s', (actual, expected, difference) => {
  expect(decimalDifference(actual, expected)).toBe(difference);
});

test.each([
  ['10.0', '10.00'],
  ['1e3', '10'],
  ['', '1'],
  ['NaN', '1'],
])('%j and %j have none', (actual, expected) => {
  expect(decimalDifference(actual, expected)).toBeUndefined();
});

test.each([
  ['1.50', '1.5', true],
  ['10', '1', false],
  ['0.00', '-0', true],
  ['-1', '1', false],
  ['0.1', '.10', true],
  ['9007199254740993', '9007199254740992', false],
])('%s and %s: %s', (one, other, same) => {
  expect(isSameAmount(one, other)).toBe(same);
});

describe('showAmount', () => {
  it.each([
    ['1234567.5', 2, '1,234,567.50'],
    ['-1000', 2, '-1,000.00'],
    ['999', 0, '999'],
    ['0.00000001', 8, '0.00000001'],
    ['12345678901234567890.123', 2, '12,345,678,901,234,567,890.123'],
  ])('shows %s at %i decimals as %s', (amount, scale, shown) => {
    expect(showAmount(amount, scale)).toBe(shown);
  });

  it('shows what is no decimal as it is', () => {
    expect(showAmount('1e5', 2)).toBe('1e5');
  });
});

describe('isEmpty', () => {
  it.each(['0', '0.00', '-5', '-0.01'])('is true of %s', (amount) => {
    expect(isEmpty(amount)).toBe(true);
  });

  it.each(['0.01', '10', '100.00'])('is false of %s', (amount) => {
    expect(isEmpty(amount)).toBe(false);
  });
});

describe('toUnits', () => {
  it('is the way back of fromUnits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 28n }), fc.integer({ min: 0, max: 8 }), (n, scale) =>
        expect(toUnits(fromUnits(n, scale), scale)).toBe(n),
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
