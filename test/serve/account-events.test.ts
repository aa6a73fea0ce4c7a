import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { AccountStatement } from '../../src/formats/judgement.ts';
import { type AccountEvents, createAccountEvents } from '../../src/serve/account-events.ts';

let events: AccountEvents;
let statements: readonly AccountStatement[];
let told: AccountStatement[];
let errors: unknown[];
let hasListeners: boolean;
beforeEach(() => {
  jest.useFakeTimers();
  [statements, told, errors, hasListeners] = [[], [], [], true];
  events = createAccountEvents({
    agentId: 1001,
    accounts: {
      statements: () => {
        if (statements === broken) throw new Error('no statement');
        return statements.map((statement) => ({ agentId: 1001, statement }));
      },
      wake: () => undefined,
      forgetAgent: () => undefined,
      clear: () => undefined,
      close: () => undefined,
    },
    bus: {
      publish: (event) => {
        if (event.kind === 'account') told.push(event.account);
      },
      hasListeners: () => hasListeners,
    },
    onError: (error) => errors.push(error),
  });
});
afterEach(() => {
  events.close();
  jest.useRealTimers();
});

const broken: readonly AccountStatement[] = [];

const account = (playerId: string, ...exchangeIds: string[]): AccountStatement => ({
  ...{ playerId, playerUsername: 'One', currency: 'USD', opening: '100.00', bets: '0.00' },
  ...{ wins: '0.00', rollbacks: '0.00', elsewhere: '0.00', runs: '0.00', expected: '100.00' },
  points: exchangeIds.map((exchangeId) => ({
    ...{ at: '2026-03-01T12:00:00.000Z', exchangeId, kind: 'getBalance', expected: '100.00' },
  })),
});

const wake = (next: readonly AccountStatement[]): void => {
  statements = next;
  events.wake();
  jest.runOnlyPendingTimers();
};

const shown = () => told.map(({ playerId, points }) => [playerId, ...points.map((p) => p.exchangeId)]);

it('tells the accounts that have changed, with their new points alone', () => {
  wake([account('a', '1', '2'), account('b', '3')]);
  wake([account('b', '3'), account('a', '1', '2', '4', '5')]);
  expect(shown()).toEqual([
    ['a', '1', '2'],
    ['b', '3'],
    ['a', '4', '5'],
  ]);
});

it('tells a new account with all its points, also after everything began anew', () => {
  wake([account('a', '1', '2')]);
  wake([account('a', '3', '4')]);
  expect(shown()).toEqual([
    ['a', '1', '2'],
    ['a', '3', '4'],
  ]);
});

it('does not tell what was there before somebody listened', () => {
  hasListeners = false;
  statements = [account('a', '1', '2'), account('b', '3')];
  events.begin();
  hasListeners = true;
  wake([account('a', '1', '2', '4'), account('b', '3')]);
  expect(shown()).toEqual([['a', '4']]);
});

it('tells what one listener has not heard, though another begins meanwhile', () => {
  statements = [account('a', '1')];
  events.begin();
  wake([account('a', '1')]);
  expect(shown()).toEqual([['a', '1']]);
});

it('tells an account whose last judgement was told anew', () => {
  wake([account('a', '1')]);
  wake([{ ...account('a', '1'), expected: '90.00' }]);
  expect(told.map(({ expected }) => expected)).toEqual(['100.00', '90.00']);
});

it('tells once what comes together', () => {
  statements = [account('a', '1')];
  for (let count = 0; count < 100; count += 1) events.wake();
  jest.runOnlyPendingTimers();
  expect(told).toHaveLength(1);
});

it('tells nothing while nobody listens', () => {
  hasListeners = false;
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
  events.wake();
  events.close();
  expect(jest.getTimerCount()).toBe(0);
});

it('is not woken after its end', () => {
  wake([]);
  events.close();
  events.wake();
  expect(jest.getTimerCount()).toBe(0);
});
