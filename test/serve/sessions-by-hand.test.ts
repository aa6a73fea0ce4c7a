import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { type OpenWired, openWired } from './open-wired.ts';

const clock = createManualClock(1_800_000_000_000);

let open: OpenWired;
beforeEach(async () => {
  open = await openWired({ clock });
});
afterEach(async () => await open.close());

it('opens a session as if the agent had asked for it', () => {
  const { events } = open.listen();
  const view = open.admin.sessions.launch({ playerId: 'player-2', gameId: 103 });
  expect(view).toMatchObject({
    ...{ playerId: 'player-2', playerUsername: 'Player Two', gameId: 103, game: 'Rush' },
    ...{
      currency: 'USD',
      language: 'en',
      state: 'active',
      createdAt: '2027-01-15T08:00:00.000000Z',
    },
    agentSessionId: expect.stringMatching(/^by-hand-/),
  });
  const key = view.link?.replace('/play/', '') ?? '';
  const opened = open.platform.sessions.open(key);
  expect(opened).toMatchObject({ kind: 'open', session: { sessionId: view.sessionId } });
  expect(open.admin.sessions.list()).toEqual([view]);
  expect(events).toEqual([{ kind: 'session', session: view }]);
});

it('opens one for a player whom nobody knows, in any currency', () => {
  const order = { playerId: '<script>', gameId: 101, currency: 'KWD' };
  expect(open.admin.sessions.launch(order)).toMatchObject({
    ...{ playerId: '<script>', playerUsername: '<script>', currency: 'KWD' },
  });
});

it('opens a demo, which is no session', () => {
  const order = { playerId: 'player-1', gameId: 101, mode: 'demo' as const };
  const { sessionId, link } = open.admin.sessions.launch(order);
  expect(sessionId).toBe(link?.replace('/demo/', 'demo-'));
  expect(open.platform.demos.open(link?.replace('/demo/', '') ?? '').kind).toBe('open');
  expect(open.admin.sessions.list()).toEqual([]);
});

it.each([
  [{ gameId: 999 }, 'There is no game 999.'],
  [{ gameId: 104 }, 'Game 104 (Orbit) is not available to agent 1001.'],
  [{ gameId: 103, mode: 'demo' as const }, 'Game 103 (Rush) has no demo.'],
])('opens nothing that the agent would be refused: %j', (order, message) => {
  const launch = () => open.admin.sessions.launch({ playerId: 'player-1', ...order });
  expect(launch).toThrow(message);
  expect(launch).toThrow(expect.objectContaining({ code: 'usage' }));
});

it('has no link for a session that was left alone for too long', async () => {
  open.admin.sessions.launch({ playerId: 'player-1', gameId: 101 });
  open.admin.clock.shift(5 * 3_600_000);
  const [view] = open.admin.sessions.list();
  expect(view?.state).toBe('expired');
  expect(view?.link).toBeUndefined();
});

it('closes a session as if it had been idle, and tells', () => {
  const { sessionId, link = '' } = open.admin.sessions.launch({ playerId: 'p', gameId: 101 });
  const { events } = open.listen();
  const closed = open.admin.sessions.close(sessionId);
  expect(closed).toMatchObject({ sessionId, state: 'expired' });
  expect(closed?.link).toBeUndefined();
  expect(open.platform.sessions.open(link.replace('/play/', '')).kind).toBe('expired');
  expect(events).toEqual([{ kind: 'session', session: closed }]);
  expect(open.admin.sessions.close('nothing')).toBeUndefined();
});
