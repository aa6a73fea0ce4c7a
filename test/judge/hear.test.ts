import { describe, expect, it } from '@jest/globals';
import { amountOf, renderAmount } from '../../src/base/money.ts';
import { openingBalance } from '../../src/judge/call.ts';
import { showsBalance } from '../../src/ledger/heard-call.ts';

const opened = (text: string, currency = 'USD'): string | undefined => {
  const amount = openingBalance(text, currency);
  return amount === undefined ? undefined : renderAmount(amount);
};

describe('the balance that an account opens with', () => {
  it.each([
    ['100', '100'],
    ['100.10', '100.1'],
    ['0.30000000000000004', '0.3'],
    ['99.99999999999999', '100'],
    ['-0.0000000001', '0'],
    ['0.1264', '0.1264'],
    ['0.001', '0.001'],
    ['0.0001', '0.0001'],
    ['0.00001', '0.00001'],
  ])('%s USD means %s', (text, meant) => {
    expect(opened(text)).toBe(meant);
  });

  it('is measured by the smallest unit of its currency', () => {
    expect([opened('5.00001', 'JPY'), opened('0.00000001', 'BTC')]).toEqual(['5', '0.00000001']);
  });

  it('is unknown where the text is no amount that can be', () => {
    expect(opened('1e400')).toBeUndefined();
  });
});

describe('an answered balance', () => {
  it.each([
    ['100', '100', true],
    ['100.004', '100', true],
    ['99.999999', '100', true],
    ['100.005', '100', false],
    ['99.99', '100', false],
    ['1e400', '100', false],
    ['99.985', '99.985', true],
    ['99.99', '99.985', true],
    ['99.98', '99.985', false],
  ])('%s shows %s: %s', (text, expected, isShown) => {
    expect(showsBalance(text, amountOf(expected), 'USD')).toBe(isShown);
  });
});
