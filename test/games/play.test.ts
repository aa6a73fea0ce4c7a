import { describe, expect, it } from '@jest/globals';
import { renderAmount } from '../../src/base/money.ts';
import { parseStake } from '../../src/games/actions.ts';

const parse = (typed: unknown, currency = 'USD'): string => {
  const parsed = parseStake(typed, currency);
  return typeof parsed === 'string' ? parsed : renderAmount(parsed);
};

describe('a stake', () => {
  it.each([
    ['10', '10'],
    [' 2.50 ', '2.5'],
    ['0.01', '0.01'],
    ['999999999999999.99', '999999999999999.99'],
  ])('of %p is %s', (typed, stake) => {
    expect(parse(typed)).toBe(stake);
  });

  it.each(['', 'ten', '-1', '1e3', '1.2.3', '1,000', '0,5', '٣', 10, null, undefined, {}])('of %p is none', (typed) => {
    expect(parse(typed)).toBe('Type the stake as a number, such as 10 or 2.50.');
  });

  it('is at least the smallest unit', () => {
    expect(parse('0.00')).toBe('The smallest stake is 0.01 USD.');
    expect(parse('0', 'JPY')).toBe('The smallest stake is 1 JPY.');
  });

  it('is no finer than its currency', () => {
    expect(parse('0.001')).toBe('USD has 2 digits after the point, not more.');
    expect(parse('0.001', 'KWD')).toBe('0.001');
    expect(parse('0.00000001', 'BTC')).toBe('0.00000001');
  });
});
