import { decimalDifference } from '../../../../src/ui/dashboard/exchange/decimal-difference.ts';

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
