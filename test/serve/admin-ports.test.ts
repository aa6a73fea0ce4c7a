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
  open.ports.clock.shift(3_600_000);
  expect(open.ports.clock.view()).toEqual(clock);
  expect(open.ports.sessions.launch({ playerId: 'p', gameId: 101 }).createdAt).toBe(clock.now);
  expect(events[0]).toEqual({ kind: 'clock', clock });
});

it.each([1e15, Number.NaN, 0.5])('does not move the clock by %d', (shiftMs) => {
  const shift = () => open.ports.clock.shift(shiftMs);
  expect(shift).toThrow(expect.objectContaining({ code: 'usage' }));
  expect(open.ports.clock.view().shiftMs).toBe(0);
});

it('tells every fault that is switched on, off or used up', async () => {
  const { events } = open.listen();
  open.ports.faults.add({ direction: 'callback', fault: 'answer-lost', times: 1 });
  await open.ports.callbacks.trigger({ type: 'getBalance' });
  const counts = events.flatMap((event) => (event.kind === 'faults' ? event.faults.length : []));
  expect(counts).toEqual([1, 0]);
});

it('begins anew, and keeps the journal', async () => {
  await open.ports.callbacks.trigger({ type: 'getBalance' });
  open.ports.sessions.launch({ playerId: 'player-1', gameId: 101 });
  const demo = open.ports.sessions.launch({ playerId: 'player-1', gameId: 101, mode: 'demo' });
  const pack = { playerId: 'player-1', gameId: 101, currency: 'USD', total: 3, bet: '1' };
  open.ports.packs.grant(pack);
  open.ports.faults.add({ direction: 'callback', fault: 'duplicated' });
  open.ports.clock.shift(60_000);
  const { events } = open.listen();
  open.ports.reset();
  expect(events.at(-1)).toEqual({ kind: 'reset' });
  expect([open.ports.sessions.list(), open.ports.packs.list(), open.ports.faults.list()]).toEqual([...[[], [], []]]);
  expect(open.ports.accounts()).toEqual([]);
  expect(open.ports.clock.view().shiftMs).toBe(0);
  expect(open.platform.demos.open(demo.link?.slice('/demo/'.length) ?? '').kind).toBe('unknown');
  expect(open.ports.journal.count()).toBe(1);
});

it('says how it was started, and when, without the token', () => {
  open.ports.clock.shift(60_000);
  const setup = open.ports.setup();
  expect(setup).toMatchObject({
    ...{ version: '1', seed: 7, agentId: 1001, callbackUrl: open.wallet.url },
    ...{ baseUrl: 'http://127.0.0.1:4600', startedAt: '2027-01-15T08:00:00.000000Z' },
  });
  expect(JSON.stringify(setup)).not.toContain('test-token');
});
