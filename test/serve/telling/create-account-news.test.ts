import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { AccountStatement } from '../../../src/formats/judgement.ts';
import type { AccountNews } from '../../../src/serve/open-served-lines.ts';
import { createAccountNews } from '../../../src/serve/open-served-lines.ts';

let news: AccountNews;
let statements: readonly AccountStatement[];
let told: AccountStatement[];
let errors: unknown[];
let isHeard: boolean;
beforeEach(() => {
  jest.useFakeTimers();
  [statements, told, errors, isHeard] = [[], [], [], true];
  news = createAccountNews({
    statements: () => {
      if (statements === broken) throw new Error('no statement');
      return statements;
    },
    tell: (event) => {
      if (event.kind === 'account') told.push(event.account);
    },
    isHeard: () => isHeard,
    onError: (error) => errors.push(error),
  });
});
afterEach(() => {
  news.close();
  jest.useRealTimers();
});

const broken: readonly AccountStatement[] = [];

const account = (playerId: string, ...exchangeIds: string[]): AccountStatement => ({
  ...{ playerId, playerUsername: 'One', currency: 'USD', opening: '100.00', bets: '0.00' },
  ...{ wins: '0.00', rollbacks: '0.00', elsewhere: '0.00', expected: '100.00' },
  points: exchangeIds.map((exchangeId) => ({
    ...{ at: '2026-03-01T12:00:00.000Z', exchangeId, kind: 'getBalance', expected: '100.00' },
  })),
});

const wake = (next: readonly AccountStatement[]): void => {
  statements = next;
  news.wake();
  jest.runOnlyPendingTimers();
};

const shown = () =>
  told.map(({ playerId, points }) => [playerId, ...points.map((p) => p.exchangeId)]);

it('tells the accounts that have changed, with their new points alone', () => {
  wake([account('a', '1', '2'), account('b', '3')]);
  wake([account('b', '3'), account('a', '1', '2', '4', '5')]);
  expect(shown()).toEqual([
    ['a', '2'],
    ['b', '3'],
    ['a', '4', '5'],
  ]);
});

it('tells an account whose last judgement was told anew', () => {
  wake([account('a', '1')]);
  wake([{ ...account('a', '1'), expected: '90.00' }]);
  expect(told.map(({ expected }) => expected)).toEqual(['100.00', '90.00']);
});

it('tells once what comes together', () => {
  statements = [account('a', '1')];
  for (let count = 0; count < 100; count += 1) news.wake();
  jest.runOnlyPendingTimers();
  expect(told).toHaveLength(1);
});

it('tells nothing while nobody listens', () => {
  isHeard = false;
  wake([account('a', '1')]);
  expect(told).toEqual([]);
});

it('tells of its errors, and goes on', () => {
  wake(broken);
  expect(errors).toEqual([new Error('no statement')]);
  wake([account('a', '1')]);
  expect(told).toHaveLength(1);
});

it('leaves no timer behind', () => {
  news.wake();
  news.close();
  expect(jest.getTimerCount()).toBe(0);
});

it('is not woken after its end', () => {
  wake([]);
  news.close();
  news.wake();
  expect(jest.getTimerCount()).toBe(0);
});
