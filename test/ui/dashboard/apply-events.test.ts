import type { RunView } from '../../../src/api/schemas/runs.ts';
import type { SessionView } from '../../../src/api/schemas/sessions.ts';
import type { AccountStatement } from '../../../src/formats/judgement.ts';
import { applyEvents } from '../../../src/ui/dashboard/connect-store.ts';
import { accountKey, emptyState } from '../../../src/ui/parts/store.ts';

const run: RunView = {
  id: 'run-1',
  state: 'running',
  title: 'the whole suite',
  startedAt: '2026-01-01T00:00:00.000Z',
  total: 2,
  done: 0,
  scenarios: [],
};

const point = (exchangeId: string, expected = '1.00') => ({
  at: '2026-01-01T00:00:00.000Z',
  exchangeId,
  kind: 'makeBet',
  expected,
});

const account = (points: AccountStatement['points'], currency = 'USD'): AccountStatement => ({
  playerId: 'player-1',
  playerUsername: 'Player One',
  currency,
  opening: '0.00',
  bets: '0.00',
  wins: '0.00',
  rollbacks: '0.00',
  elsewhere: '0.00',
  runs: '0.00',
  expected: '1.00',
  points,
});

const pointsOf = (state: typeof emptyState, currency = 'USD') =>
  state.accounts.get(accountKey({ playerId: 'player-1', currency }))?.points;

test('a run that is known is replaced, a new one stands first', () => {
  const known = { ...emptyState, runs: [run] };
  const next = applyEvents(known, [
    { kind: 'run', run: { ...run, done: 1 } },
    { kind: 'run', run: { ...run, id: 'run-2' } },
  ]);
  expect(next.runs.map(({ id, done }) => [id, done])).toEqual([
    ['run-2', 0],
    ['run-1', 1],
  ]);
});

test('the last point of an account goes behind those that are known', () => {
  const known = applyEvents(emptyState, [{ kind: 'account', account: account([point('ex-1'), point('ex-2')]) }]);
  const next = applyEvents(known, [{ kind: 'account', account: account([point('ex-3')]) }]);
  expect(pointsOf(next)?.map(({ exchangeId }) => exchangeId)).toEqual(['ex-1', 'ex-2', 'ex-3']);
});

test('a point that is told again replaces the first telling', () => {
  const known = applyEvents(emptyState, [{ kind: 'account', account: account([point('ex-1')]) }]);
  const next = applyEvents(known, [{ kind: 'account', account: account([point('ex-1', '2.00')]) }]);
  expect(pointsOf(next)?.map(({ expected }) => expected)).toEqual(['2.00']);
});

test('accounts keep 500 points', () => {
  const points = Array.from({ length: 500 }, (_, index) => point(`ex-${index}`));
  const known = applyEvents(emptyState, [{ kind: 'account', account: account(points) }]);
  const next = applyEvents(known, [{ kind: 'account', account: account([point('last')]) }]);
  expect(pointsOf(next)).toHaveLength(500);
  expect(pointsOf(next)?.at(-1)?.exchangeId).toBe('last');
});

test('accounts of one player in two currencies are two', () => {
  const next = applyEvents(emptyState, [
    { kind: 'account', account: account([point('ex-1')]) },
    { kind: 'account', account: account([], 'EUR') },
  ]);
  expect(next.accounts.size).toBe(2);
});

test('a state that nothing is told about stays the same object', () => {
  expect(applyEvents(emptyState, [{ kind: 'scenarios' }, { kind: 'gap' }])).toBe(emptyState);
});

test('a session that is known is replaced, a new one stands first', () => {
  const session = (sessionId: string, state: string) => ({ sessionId, state }) as unknown as SessionView;
  const known = { ...emptyState, sessions: [session('s-1', 'active')] };
  const next = applyEvents(known, [
    { kind: 'session', session: session('s-1', 'ended') },
    { kind: 'session', session: session('s-2', 'active') },
  ]);
  expect(next.sessions.map(({ sessionId, state }) => `${sessionId} ${state}`)).toEqual(['s-2 active', 's-1 ended']);
});
