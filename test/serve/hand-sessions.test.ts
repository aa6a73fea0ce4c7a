import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type OpenWired, openWired } from './open-wired.ts';

let folder = '';
let open: OpenWired;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'by-hand-'));
  await start();
});
afterEach(async () => {
  await open.close();
  rmSync(folder, { recursive: true });
});

const start = async (): Promise<void> => {
  open = await openWired({ journalFile: join(folder, 'journal.db') });
};

const bet = { type: 'makeBet', playerId: 'player-1', currency: 'USD', bet: '1', win: '0' } as const;

it('lists a session that only callbacks by hand know, and tells of it', async () => {
  const { events, end } = open.listen();
  await open.admin.callbacks.trigger({ ...bet, sessionId: 'own-1' });
  await open.admin.callbacks.trigger({ ...bet, sessionId: 'own-1' });
  end();
  const [session, ...others] = open.admin.sessions.list();
  expect(others).toEqual([]);
  expect(session).toEqual({
    ...{ sessionId: 'own-1', playerId: 'player-1', playerUsername: 'Player One', currency: 'USD' },
    ...{ state: 'by-hand', createdAt: expect.any(String), lastSeenAt: expect.any(String) },
  });
  expect(events.findLast(({ kind }) => kind === 'session')).toEqual({ kind: 'session', session });
});

it('lists no session twice that the platform has opened', async () => {
  const { sessionId } = open.admin.sessions.launch({ playerId: 'player-1', gameId: 101 });
  await open.admin.callbacks.trigger({ ...bet, sessionId });
  expect(open.admin.sessions.list().map((each) => each.sessionId)).toEqual([sessionId]);
});

it('keeps sessions by hand, sessions that have ended and packs through a restart', async () => {
  const { sessionId } = open.admin.sessions.launch({ playerId: 'player-1', gameId: 101 });
  open.admin.sessions.close(sessionId);
  await open.admin.callbacks.trigger({ ...bet, sessionId: 'own-1' });
  const grant = { playerId: 'player-1', gameId: 101, currency: 'USD', total: 3, bet: '1' };
  const { freespinsId } = open.admin.packs.grant(grant);
  open.admin.packs.remove(freespinsId);
  // When it was seen is written every ten seconds.
  const listed = () => [
    open.admin.sessions.list().map(({ lastSeenAt: _, ...session }) => session),
    open.admin.packs.list(),
  ];
  const before = listed();
  await open.close();
  await start();
  expect(listed()).toEqual(before);
  expect(before.map((list) => list.length)).toEqual([2, 1]);
});

it('shows accounts as they were before a restart, and begins again with the next balance', async () => {
  await open.admin.callbacks.trigger(bet);
  const [before] = open.admin.accounts();
  await open.close();
  await start();
  expect(open.admin.accounts()).toEqual([{ ...before, asOf: before?.points.at(-1)?.at }]);
  await open.admin.callbacks.trigger(bet);
  const [now] = open.admin.accounts();
  expect([now?.asOf, now?.beforeRestart]).toEqual([undefined, undefined]);
  expect(now?.points.findIndex(({ afterRestart }) => afterRestart)).toBe(before?.points.length);
});

it('a reset forgets accounts and sessions by hand', async () => {
  await open.admin.callbacks.trigger({ ...bet, sessionId: 'own-1' });
  await open.admin.reset();
  expect([open.admin.sessions.list(), open.admin.accounts()]).toEqual([[], []]);
  await open.close();
  await start();
  expect([open.admin.sessions.list(), open.admin.accounts()]).toEqual([[], []]);
});
