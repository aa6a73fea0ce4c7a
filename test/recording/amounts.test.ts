import { expect, it } from '@jest/globals';
import type { RecordedCall } from '../../src/recording/recorded-call.ts';
import { at, balance, bet, called, rollback } from './calls.ts';
import { scenarioOf, stepsOf } from './recording.ts';

const fundOf = (...calls: readonly RecordedCall[]): string => scenarioOf(...calls).fund;

it('amounts are those of the balance where the bet was all of it, or more', () => {
  expect(
    stepsOf(
      called(bet('t1', '100.01'), { balanceBefore: '100' }),
      called(bet('t2', '100'), { balanceBefore: '100' }),
      called(bet('t3', '5'), { refusedWith: 'insufficient_balance' }),
      called(bet('t4', '5'), { balanceBefore: '100', refusedWith: 'insufficient_balance' }),
    ).filter((line) => !line.includes('#')),
  ).toEqual([
    '- makeBet: { bet: balance + 0.01 }',
    '- makeBet: { bet: balance }',
    '- makeBet: { bet: balance + 5 }',
    '- makeBet: { bet: 5 }',
  ]);
});

it('amounts are funded with the most that the bets need at any moment', () => {
  const win = called(bet('w', '0', { win: '30' }));
  expect(fundOf(called(bet('a', '10')), win, called(bet('b', '45')))).toBe('25');
  expect(fundOf(called(bet('a', '10')), called(rollback('a')), called(bet('b', '9')))).toBe('10');
  expect(fundOf(called(bet('a', '0.1')), called(bet('b', '0.2')))).toBe('0.3');
  expect(fundOf(called(bet('a', '10')), called(bet('a', '10')))).toBe('10');
  expect(fundOf(called(bet('a', '9'), { signature: 'wrong' }), called(balance()))).toBe('0');
  const each = { playerId: 'another' };
  expect(fundOf(called(bet('a', '10')), called(bet('b', '7', each)))).toBe('10');
});

it('amounts need no win of a call that was under way at the same time', () => {
  const from = 1_000_000;
  const calls = [called(bet('w', '0', { win: '30' }), at(from, 50))];
  expect(fundOf(...calls, called(bet('a', '20'), at(from + 10, 50)))).toBe('20');
  expect(fundOf(...calls, called(bet('a', '20'), at(from + 60, 50)))).toBe('0');
});

it('amounts are brought down before a win that is spent is rolled back', () => {
  expect(
    stepsOf(
      called(bet('w', '0', { win: '10' }), { balanceBefore: '6' }),
      called(bet('t', '12'), { balanceBefore: '16' }),
      called(rollback('w'), { balanceBefore: '4' }),
    ),
  ).toEqual([
    '- makeBet: { id: win-1, bet: 0, win: 10 }',
    '- makeBet: { bet: 12 }',
    '# Leaves 4, the balance of that moment: less than the following bets need.',
    '- makeBet: { bet: balance - 4 }',
    '- rollback: { of: win-1 }',
  ]);
});

it('amounts are brought down before bets at once that are not all covered', () => {
  const from = 1_000_000;
  const calls = ['a', 'b'].map((id) => called(bet(id, '60'), { ...at(from, 50), balanceBefore: '100' }));
  expect(stepsOf(...calls)).toContain('- makeBet: { bet: balance - 100 }');
  expect(fundOf(...calls)).toBe('100');
});

it('amounts keep every digit, also those that only a field can send', () => {
  const fine = '0.1234567890123456789';
  const endless = `0.${'1'.repeat(150)}`;
  expect(stepsOf(called(bet('a', fine)), called(bet('b', endless)))).toEqual([
    `- makeBet: { bet: ${fine} }`,
    '- makeBet: { bet: 0 }',
    `  fields: { bet: ${endless} }`,
  ]);
});
