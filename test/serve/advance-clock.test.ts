import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { MakeBet } from '../../src/spec/callback.ts';
import { makeBet } from '../wire/sample-callbacks.ts';
import { sign } from './on-the-wire.ts';
import { say } from './open-wallet.ts';
import { type OpenWired, openWired } from './open-wired.ts';

const noon = Date.parse('2027-01-15T12:00:00Z');
const day = 86_400_000;

let open: OpenWired;
beforeEach(async () => {
  open = await openWired();
  open.admin.clock.freeze();
  open.admin.clock.set('2027-01-15T12:00:00Z');
});
afterEach(async () => await open.close());

const broken = say(500, { error: 'internal_error' });

/** All callbacks of the journal: when each was sent after noon, and what it was. */
const sent = async (): Promise<(readonly [number, string])[]> => {
  const { rows } = await open.admin.journal.rows({ limit: 500 });
  return rows
    .map(({ exchange }) => exchange)
    .filter(({ direction }) => direction === 'callback')
    .map(({ startedAt, kind }) => [startedAt - noon, kind] as const);
};

it('sends retries and rollbacks at their times within the advance, in order, and waits for none', async () => {
  for (let times = 0; times < 5; times += 1) open.wallet.next(broken);
  const delivery = open.sendCallback(makeBet);
  const before = performance.now();
  await open.admin.clock.advance('24h');
  expect((await delivery).outcome.kind).toBe('rolled-back');
  expect(performance.now() - before).toBeLessThan(60_000);
  expect(await sent()).toEqual([
    [0, 'makeBet'],
    [1_000, 'makeBet'],
    [3_000, 'makeBet'],
    [7_000, 'makeBet'],
    [7_000, 'rollback'],
    [8_000, 'rollback'],
  ]);
  expect(open.admin.clock.view()).toMatchObject({ now: '2027-01-16T12:00:00.000000Z' });
});

it('marks what happened under moved time, and judges an agent by the real one', async () => {
  const { calls } = await open.sendCallback(makeBet);
  const row = await open.admin.journal.row(calls[0]?.exchangeId ?? '');
  const { startedAt = 0, shiftMs = 0 } = row?.exchange ?? {};
  expect(startedAt).toBe(noon);
  expect(Math.abs(startedAt - shiftMs - Date.now())).toBeLessThan(60_000);
  open.admin.clock.shift(0);
  const later = await open.sendCallback({ ...makeBet, transactionId: 'tx-later' });
  const unmarked = await open.admin.journal.row(later.calls[0]?.exchangeId ?? '');
  expect(unmarked?.exchange.shiftMs).toBeUndefined();
});

it('ends when all is quiet, with a thousand sessions, packs and retries that wait', async () => {
  const { sessions } = open.admin;
  const { packs } = open.platform;
  const bets: MakeBet[] = [];
  for (let index = 0; index < 1_000; index += 1) {
    const session = sessions.launch({ playerId: 'player-1', gameId: 101 });
    if (index % 10 > 0) continue;
    const sessionId = session.sessionId ?? '';
    bets.push({ ...makeBet, sessionId, transactionId: `tx-${index}`, requestId: `r-${index}` });
    open.wallet.next(broken);
  }
  for (let index = 0; index < 100; index += 1) {
    const holder = { agentId: 1001, playerId: `player-${index}`, gameId: 101, currency: 'USD' };
    const grant = { ...holder, freespinsId: `fs-${index}`, total: 5, bet: '1' };
    packs.grant({ ...grant, expiresAt: noon + 3_600_000 + index });
  }
  const deliveries = bets.map(async (bet) => await open.sendCallback(bet));
  await open.admin.clock.advance('24h');
  const outcomes = await Promise.all(deliveries);
  expect(new Set(outcomes.map(({ outcome }) => outcome.kind))).toEqual(new Set(['balance']));
  const times = (await sent()).map(([at]) => at);
  expect(times.filter((at) => at === 0)).toHaveLength(100);
  expect(times.filter((at) => at === 1_000)).toHaveLength(100);
  expect(new Set(sessions.list().map(({ state }) => state))).toEqual(new Set(['expired']));
  expect(packs.list().filter((pack) => !packs.isExpired(pack))).toEqual([]);
});

it.each([
  ['past', -299, 200],
  ['past', -300, 200],
  ['past', -301, 400],
  ['future', 299, 200],
  ['future', 300, 200],
  ['future', 301, 400],
])('a request whose timestamp is %s by %i s is answered with %i', async (_, by, status) => {
  const url = await open.serve();
  const body = { agent_id: 1001, timestamp: noon / 1_000 + by };
  const answer = await fetch(`${url}/api/games/list`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': sign(body) },
    body: JSON.stringify(body),
  });
  const envelope = (await answer.json()) as { readonly error?: string; readonly timestamp: string };
  expect([answer.status, envelope.error]).toEqual([status, status === 200 ? undefined : 'request_expired']);
  expect(envelope.timestamp).toBe('2027-01-15T12:00:00.000Z');
});

it('lets a session live until its idle time is over by the clock', async () => {
  const { sessions, clock } = open.admin;
  sessions.launch({ playerId: 'player-1', gameId: 101 });
  await clock.advance('4h');
  expect(sessions.list().map(({ state }) => state)).toEqual(['active']);
  await clock.advance('1ms');
  expect(sessions.list().map(({ state }) => state)).toEqual(['expired']);
  clock.set(new Date(noon + day / 24).toISOString());
  expect(sessions.list().map(({ state }) => state)).toEqual(['active']);
});
