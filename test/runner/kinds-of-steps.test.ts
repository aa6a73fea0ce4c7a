import { expect, it } from '@jest/globals';
import { kindsOfSteps } from '../../src/runner/kinds-of-steps.ts';
import { getBalanceStep, makeBetStep } from './steps.ts';

const place = { line: 1, column: 1 };

it('names every kind of step once, groups and what is in them', () => {
  const inner = { kind: 'together', place, steps: [makeBetStep(), makeBetStep()] } as const;
  const outer = { kind: 'repeat', place, count: 2, steps: [inner] } as const;
  expect([...kindsOfSteps([getBalanceStep(), outer, getBalanceStep()])]).toEqual([
    'getBalance',
    'repeat',
    'together',
    'makeBet',
  ]);
  expect(kindsOfSteps([]).size).toBe(0);
});
