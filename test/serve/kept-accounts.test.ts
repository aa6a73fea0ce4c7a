import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { AccountStatement } from '../../src/formats/judgement.ts';
import { type AgentStatement, createKeptAccounts, type KeptAccounts } from '../../src/serve/kept-accounts.ts';
import { keptSchemas } from '../../src/serve/kept-schemas.ts';
import { fitting } from '../../src/serve/read-kept.ts';
import { keepInMemory } from '../journal/keep-in-memory.ts';

let kept: ReturnType<typeof keepInMemory>;
let followed: readonly AgentStatement[];
let accounts: KeptAccounts;
beforeEach(() => {
  jest.useFakeTimers();
  [kept, followed] = [keepInMemory(), []];
  start();
});
afterEach(() => {
  accounts.close();
  jest.useRealTimers();
});

const start = (): void => {
  accounts = createKeptAccounts({ kept: fitting(kept, keptSchemas), followed: () => followed });
};

const restart = (): void => {
  accounts.close();
  followed = [];
  start();
};

const at = (minute: number): string => `2026-03-01T12:${String(minute).padStart(2, '0')}:00.000Z`;

/** A statement with a callback in each of these minutes. */
const account = (minutes: readonly number[], more: Partial<AccountStatement> = {}) => ({
  agentId: 1001,
  statement: {
    ...{ playerId: 'p', playerUsername: 'Ann', currency: 'USD', opening: '100.00', bets: '0.00' },
    ...{ wins: '0.00', rollbacks: '0.00', elsewhere: '0.00', runs: '0.00', expected: '100.00' },
    points: minutes.map((minute) => ({
      ...{ at: at(minute), exchangeId: `x-${minute}`, kind: 'getBalance', expected: '100.00' },
    })),
    ...more,
  },
});

const shown = () => accounts.statements().map(({ statement }) => statement);

const ids = (): readonly string[] | undefined => shown()[0]?.points.map((point) => point.exchangeId);

const since = { exchangeId: 'x-1', at: at(1), difference: '5.00' };
const apart = { actual: '105.00', difference: '5.00', since };

it('shows a statement from before as of its last callback, all its amounts with it', () => {
  followed = [account([1, 2], apart)];
  const [before] = shown();
  restart();
  expect(shown()).toEqual([{ ...before, asOf: at(2) }]);
});

it('shows an account that is followed again with a mark where the restart was, and what was apart', () => {
  followed = [account([1, 2], apart)];
  restart();
  followed = [account([7, 8])];
  const [statement] = shown();
  expect(statement?.points.map(({ at: when, afterRestart }) => [when, afterRestart])).toEqual([
    [at(1), undefined],
    [at(2), undefined],
    [at(7), true],
    [at(8), undefined],
  ]);
  expect(statement).toMatchObject({
    beforeRestart: { at: at(2), difference: '5.00', since },
  });
  expect([statement?.asOf, statement?.difference, statement?.since]).toEqual([undefined, undefined, undefined]);
});

it('keeps what was apart through a restart after which nothing was', () => {
  followed = [account([1], apart)];
  restart();
  followed = [account([2])];
  restart();
  followed = [account([3])];
  expect(shown()[0]?.beforeRestart).toEqual({ at: at(1), difference: '5.00', since });
});

it('gives the same statement as long as nothing was judged', () => {
  followed = [account([1])];
  restart();
  followed = [account([2])];
  expect(shown()[0]).toBe(shown()[0]);
});

it('writes a statement once for all that was judged in two seconds, and none that is as it was', () => {
  followed = [account([1])];
  for (let count = 0; count < 400; count += 1) accounts.wake();
  jest.advanceTimersByTime(2_000);
  accounts.wake();
  jest.advanceTimersByTime(2_000);
  expect(kept.count.kept).toBe(1);
});

it('writes fifty accounts at once, the others two seconds later', () => {
  followed = Array.from({ length: 120 }, (_, index) => account([1], { playerId: `p-${index}` }));
  accounts.wake();
  const counts = [1, 2, 3, 4].map(() => {
    jest.advanceTimersByTime(2_000);
    return kept.count.kept;
  });
  expect(counts).toEqual([50, 100, 120, 120]);
});

it('keeps the last 60 points of the thousand accounts that were used last', () => {
  const minutes = Array.from({ length: 90 }, (_, index) => index);
  followed = [
    account([0], { playerId: 'oldest' }),
    ...Array.from({ length: 1_000 }, (_, index) => account([1], { playerId: `p-${index}` })),
  ];
  accounts.close();
  followed = [...followed, account(minutes)];
  accounts.close();
  start();
  followed = [];
  expect(kept.all('account')).toHaveLength(1_000);
  expect(
    shown()
      .at(-1)
      ?.points.map(({ exchangeId }) => exchangeId),
  ).toEqual(minutes.slice(30).map((minute) => `x-${minute}`));
  expect(shown().map(({ playerId }) => playerId)).not.toContain('oldest');
});

it('goes on behind 500 points at most', () => {
  followed = [account([1, 2])];
  restart();
  followed = [account(Array.from({ length: 500 }, (_, index) => 10 + index))];
  expect(ids()).toHaveLength(500);
  expect(ids()?.[0]).toBe('x-10');
});

it('forgets the accounts of an agent that has ended, those from before and those of now', () => {
  followed = [account([1]), { ...account([1]), agentId: 1003 }, { ...account([1]), agentId: 10 }];
  restart();
  followed = [{ ...account([2], { playerId: 'q' }), agentId: 1003 }];
  accounts.wake();
  jest.advanceTimersByTime(2_000);
  followed = [];
  accounts.forgetAgent(1003);
  expect(accounts.statements().map(({ agentId }) => agentId)).toEqual([1001, 10]);
  restart();
  expect(accounts.statements().map(({ agentId }) => agentId)).toEqual([1001, 10]);
});

it('forgets all of them, also in the file', () => {
  followed = [account([1])];
  restart();
  accounts.clear();
  expect(shown()).toEqual([]);
  restart();
  expect(shown()).toEqual([]);
});

it.each([
  ['no object', 'x'],
  ['no statement', { agentId: 1001 }],
  ['an amount that is no text', account([1], { expected: 5 as unknown as string })],
  ['a point without a time', account([1], { points: [{} as never] })],
  ['no point at all', account([])],
])('shows nothing of a row that is not as it should be: %s', (_, value) => {
  kept.keep('account', 'odd', value);
  start();
  expect(shown()).toEqual([]);
});
