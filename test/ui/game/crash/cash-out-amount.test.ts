import { describe, expect, it } from '@jest/globals';
import { cashOutAmount } from '../../../../src/ui/game/crash/cash-out-amount.ts';

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
