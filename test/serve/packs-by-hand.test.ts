import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { sign } from '../../src/signing/sign.ts';
import { type OpenWired, openWired } from './open-wired.ts';

let open: OpenWired;
beforeEach(async () => {
  open = await openWired();
});
afterEach(async () => await open.close());

const order = { playerId: 'player-1', gameId: 101, currency: 'USD', total: 3, bet: '0.20' };

it('grants a pack that the game finds, and tells', () => {
  const { events } = open.listen();
  const pack = open.admin.packs.grant(order);
  expect(pack).toEqual({
    ...order,
    ...{ freespinsId: expect.any(String), played: 0, accumulatedWin: '0.00', status: 'active' },
  });
  const found = open.platform.packs.activeFor({ ...order, agentId: 1001 });
  expect(found?.freespinsId).toBe(pack.freespinsId);
  expect(events).toEqual([{ kind: 'packs', packs: [pack] }]);
});

it('grants another one each time', () => {
  open.admin.packs.grant(order);
  open.admin.packs.grant(order);
  expect(new Set(open.admin.packs.list().map(({ freespinsId }) => freespinsId)).size).toBe(2);
});

it('takes a pack away, and tells', () => {
  const { freespinsId } = open.admin.packs.grant(order);
  const { events } = open.listen();
  expect(open.admin.packs.remove(freespinsId)).toMatchObject({ freespinsId, status: 'deleted' });
  expect(open.platform.packs.activeFor({ ...order, agentId: 1001 })).toBeUndefined();
  expect(events).toEqual([{ kind: 'packs', packs: [expect.objectContaining({ status: 'deleted' })] }]);
});

it('leaves a pack that is over as it is, and tells nothing', () => {
  const { freespinsId } = open.admin.packs.grant({ ...order, total: 1 });
  const holder = { ...order, agentId: 1001 };
  const pack = open.platform.packs.activeFor(holder);
  if (pack === undefined) throw new Error('There is no pack.');
  const session = open.platform.sessions.create({
    ...{ ...holder, agentSessionId: 'a', playerUsername: 'P', language: 'en' },
    ...{ homeUrl: 'https://casino.example/', ip: '127.0.0.1' },
  });
  open.platform.packs.play(pack, { win: '2', session });
  open.platform.packs.finish(pack);
  const { events } = open.listen();
  expect(open.admin.packs.remove(freespinsId)).toMatchObject({ status: 'finished', played: 1 });
  expect([events, open.platform.packs.current(pack)?.status]).toEqual([[], 'finished']);
});

it('takes away none that is not there', () => {
  expect(open.admin.packs.remove('nothing')).toBeUndefined();
  expect(open.admin.packs.remove('__proto__')).toBeUndefined();
});

it('grants none whose bet is finer than its currency', () => {
  const grant = () => open.admin.packs.grant({ ...order, currency: 'JPY' });
  expect(grant).toThrow('bet: 0.2 is finer than the currency: JPY has 0 decimals.');
  expect(open.admin.packs.list()).toEqual([]);
});

it('grants none for a game that is not there', () => {
  expect(() => open.admin.packs.grant({ ...order, gameId: 999 })).toThrow('There is no game 999.');
  expect(open.admin.packs.list()).toEqual([]);
});

it('tells of the packs that the agent grants by itself', async () => {
  const { events } = open.listen();
  const body = JSON.stringify({
    ...{ agent_id: 1001, bet: 1, count: 2, currency: 'USD', game_id: 101, player_id: 'p' },
    timestamp: Math.floor(Date.now() / 1000),
  });
  const url = await open.serve();
  const headers = { 'Content-Type': 'application/json', 'X-Signature': sign(body, 'test-token') };
  await fetch(`${url}/api/games/freespins_grant`, { method: 'POST', headers, body });
  expect(events).toContainEqual({
    kind: 'packs',
    packs: [expect.objectContaining({ playerId: 'p', total: 2, status: 'active' })],
  });
});
