import { expect, it } from '@jest/globals';
import { amountsIn, tooMuch } from '../../src/components/money.tsx';

it.each([
  ['the balance is 1011.00, it must be 1000.00.', 'the balance is 1,011.00, it must be 1,000.00.'],
  ['1004.30 - 0.70 = 1003.60', '1,004.30 − 0.70 = 1,003.60'],
  ['127.0.0.1:8080 on 2026-01-02 as tx-1000.5', '127.0.0.1:8080 on 2026-01-02 as tx-1000.5'],
  ['version 1000.00.1', 'version 1000.00.1'],
])('a sentence has its amounts as tables write them: %s', (sentence, written) => {
  expect(amountsIn(sentence)).toBe(written);
});

it('a difference is too much or too little', () => {
  expect([tooMuch('1004.00'), tooMuch('-0.50')]).toEqual(['1,004.00 too much', '0.50 too little']);
});
