import { expect, it } from '@jest/globals';
import { amountOf } from '../../src/money/amount.ts';
import { resolveAmount } from '../../src/runner/resolve-amount.ts';
import type { AmountExpression } from '../../src/spec/scenario.ts';
import { exactly } from './steps.ts';

const offset = (sign: 1 | -1, text: string): AmountExpression => ({ kind: 'balance', sign, text });

it.each<[AmountExpression, string]>([
  [exactly('10'), '10'],
  [exactly('10.50'), '10.5'],
  [exactly('0'), '0'],
  [exactly('0.005'), '0.005'],
  [offset(1, '0'), '100.1'],
  [offset(1, '0.01'), '100.11'],
  [offset(-1, '0.1'), '100'],
  [offset(-1, '200'), '-99.9'],
])('writes %j as %s where the balance is 100.10', (expression, text) => {
  expect(resolveAmount(expression, amountOf('100.10'))).toBe(text);
});

it('takes the balance of an account that nobody knows for 0', () => {
  expect(resolveAmount(offset(1, '5'), undefined)).toBe('5');
  expect(resolveAmount(offset(1, '0'), undefined)).toBe('0');
});
