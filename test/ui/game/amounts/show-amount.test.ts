import { describe, expect, it } from '@jest/globals';
import { showAmount } from '../../../../src/ui/game/amounts/show-amount.ts';

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
