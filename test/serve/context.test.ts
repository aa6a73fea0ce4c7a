import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { type OpenWired, openWired } from './open-wired.ts';

let open: OpenWired;
beforeEach(async () => {
  open = await openWired({ clock: createManualClock(1_800_000_000_000) });
});
afterEach(async () => await open.close());

it('moves the clock of the platform, and tells', () => {
  const { events } = open.listen();
  const clock = { now: '2027-01-15T09:00:00.000000Z', shiftMs: 3_600_000, frozen: false };
  open.admin.clock.shift(3_600_000);
  expect(open.admin.clock.view()).toEqual(clock);
  expect(open.admin.sessions.launch({ playerId: 'p', gameId: 101 }).createdAt).toBe(clock.now);
  expect(events[0]).toEqual({ kind: 'clock', clock });
});

it.each([1e15, Number.NaN, 0.5])('does not move the clock by %d', (shiftMs) => {
  const shift = () => open.admin.clock.shift(shiftMs);
  expect(shift).toThrow(expect.objectContaining({ code: 'usage' }));
  expect(open.admin.clock.view().shiftMs).toBe(0);
});

it('tells every fault that is switched on, off or used up', async () => {
  const { events } = open.listen();
  open.admin.faults.add({ direction: 'callback', fault: 'answer-lost', times: 1 });
  await open.admin.callbacks.trigger({ type: 'getBalance' });
  const counts = events.flatMap((event) => (event.kind === 'faults' ? event.faults.length : []));
  expect(counts).toEqual([1, 0]);
});

it('begins anew, and keeps the journal', async () => {
  await open.admin.callbacks.trigger({ type: 'getBalance' });
  open.admin.sessions.launch({ playerId: 'player-1', gameId: 101 });
  const demo = open.admin.sessions.launch({ playerId: 'player-1', gameId: 101, mode: 'demo' });
  const pack = { playerId: 'player-1', gameId: 101, currency: 'USD', total: 3, bet: '1' };
  open.admin.packs.grant(pack);
  open.admin.faults.add({ direction: 'callback', fault: 'duplicated' });
  open.admin.clock.shift(60_000);
  const { events } = open.listen();
  open.admin.reset();
  expect(events.at(-1)).toEqual({ kind: 'reset' });
  expect([open.admin.sessions.list(), open.admin.packs.list(), open.admin.faults.list()]).toEqual([...[[], [], []]]);
  expect(open.admin.accounts()).toEqual([]);
  expect(open.admin.clock.view().shiftMs).toBe(0);
  expect(open.platform.demos.open(demo.link?.slice('/demo/'.length) ?? '').kind).toBe('unknown');
  expect(open.admin.journal.count()).toBe(1);
});

it('says how it was started, and when, without the token', () => {
  open.admin.clock.shift(60_000);
  const setup = open.admin.setup();
  expect(setup).toMatchObject({
    ...{ version: '1', seed: 7, agentId: 1001, callbackUrl: open.wallet.url },
    ...{ baseUrl: 'http://127.0.0.1:4600', startedAt: '2027-01-15T08:00:00.000000Z' },
  });
  expect(JSON.stringify(setup)).not.toContain('test-token');
});
