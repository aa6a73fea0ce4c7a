import { afterEach, describe, expect, it } from '@jest/globals';
import type { FaultOrder } from '../../src/formats/fault.ts';
import type { PlatformOptions } from '../../src/platform/platform-state.ts';
import type { PlatformFault } from '../../src/spec/fault.ts';
import type { OperationName } from '../../src/spec/operation.ts';
import { refusals, type SpecifiedRefusal } from '../../src/spec/refusal.ts';
import { createFaultBoard, deviationOf } from '../../src/wire/faults.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { type Body, launch, now, type OpenPlatform, openPlatform } from './open-platform.ts';

let open: OpenPlatform | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

type Order = Omit<FaultOrder, 'direction'>;

/** A platform with these faults switched on. */
const openWith = async (orders: readonly Order[], options: Partial<PlatformOptions> = {}) => {
  const ids = Array.from({ length: 9 }, (_each, place) => `fault-${place}`);
  const board = createFaultBoard({ newId: () => ids.pop() ?? 'last' });
  for (const order of orders) board.add({ direction: 'operation', ...order });
  open = await openPlatform({}, { operationFault: board.takeOperation, ...options });
  return { ...open, board };
};

const openWithPlatformFault = async (fault: PlatformFault): Promise<OpenPlatform> => {
  open = await openPlatform({}, { operationFault: () => deviationOf(fault) });
  return open;
};

const grant = { player_id: 'player-1', game_id: 101, currency: 'USD', count: 3, bet: 0.5 };
const granted = { ...grant, freespins_id: 'fs-1' };

/** A right request of each operation. */
const rightRequests: [OperationName, Body][] = [
  ['get_game_link', launch],
  ['get_game_link_demo', launch],
  ['list', {}],
  ['freespins_grant', granted],
];

describe('an error that looks like a success', () => {
  it.each(rightRequests)('has status 500 and the body of %s', async (operation, fields) => {
    const { call, exchanges } = await openWith([{ fault: 'error-like-success' }]);
    const { status, json } = await call(operation, fields);
    expect([status, json.status, Object.keys(json.content).length > 0]).toEqual([500, 'success', true]);
    expect(exchanges).toMatchObject([{ dialect: 'minimal', answer: { status: 500 } }]);
    expect(exchanges[0]?.refusal).toBeUndefined();
  });

  it('is what a scenario means by it', async () => {
    const { call } = await openWithPlatformFault('error-like-success');
    const { status, json } = await call('get_game_link', launch);
    expect([status, json.content]).toEqual([500, { url: expect.stringMatching(/^http.*\/play\/\w+$/) }]);
  });
});

describe('a refusal on purpose', () => {
  it.each(Object.entries(refusals))('with %s has its status', async (code, { status }) => {
    const { call, exchanges, platform } = await openWith([{ fault: 'refused', code: code as SpecifiedRefusal }]);
    const answer = await call('get_game_link', launch);
    expect([answer.status, answer.json.error]).toEqual([status, code]);
    expect(answer.json.message).toContain('on purpose');
    // Marked as the platform's own doing: it is no finding against the agent.
    expect(exchanges).toMatchObject([{ refusal: code, dialect: 'minimal', fault: 'refused' }]);
    expect(platform.sessions.active()).toEqual([]);
  });

  it.each([
    ['invalid-signature', 'invalid_signature'],
    ['agent-not-found', 'agent_not_found'],
    ['validation-error', 'validation_error'],
  ] as const)('%s is what a scenario means by it', async (fault, code: SpecifiedRefusal) => {
    const { call } = await openWithPlatformFault(fault);
    const { status, json } = await call('get_game_link', launch);
    expect([status, json.error]).toEqual([refusals[code].status, code]);
  });

  it('does nothing of what was asked', async () => {
    const { call, platform } = await openWith([{ fault: 'refused', times: 1 }]);
    await call('freespins_grant', granted);
    expect(platform.packs.find(1001, 'fs-1')).toBeUndefined();
    await call('freespins_grant', granted);
    expect(platform.packs.find(1001, 'fs-1')).toBeDefined();
  });

  it('is not put down to a mistake in the signature', async () => {
    const { call, exchanges } = await openWith([{ fault: 'refused' }], { explain: 'afterwards' });
    await call('list');
    expect(exchanges).toMatchObject([{ refusal: 'invalid_signature' }]);
    expect(exchanges[0]?.explanation).toBeUndefined();
  });
});

describe('a request that is wrong itself', () => {
  it('is told so, and uses no fault up', async () => {
    const { call, board } = await openWith([{ fault: 'refused', code: 'request_expired', times: 1 }]);
    const wrongs: [string, Body, string, string?][] = [
      ['get_game_link', launch, 'invalid_signature', 'wrong'],
      ['get_game_link', { ...launch, game_id: 9 }, 'game_not_found'],
      ['get_game_link', { ...launch, game_id: 104 }, 'game_not_available'],
      ['get_game_link_demo', { ...launch, game_id: 102 }, 'game_provider_not_found'],
      ['list', { timestamp: now - 301 }, 'request_expired'],
      ['freespins_grant', { ...grant, count: 0 }, 'validation_error'],
      ['freespins_delete', { freespins_id: 'none' }, 'freespins_not_found'],
    ];
    for (const [operation, fields, code, key] of wrongs) {
      const { json } = await call(operation, fields, key);
      expect([json.error, json.message.includes('on purpose')]).toEqual([code, false]);
    }
    expect(board.list()).toHaveLength(1);
    expect((await call('list')).json.message).toContain('on purpose');
    expect(board.list()).toEqual([]);
  });
});

describe('a dropped answer', () => {
  it.each(rightRequests)('of %s never comes, and is in the journal', async (operation, fields) => {
    const { call, exchanges } = await openWith([{ fault: 'dropped', on: operation, times: 1 }]);
    await expect(call(operation, fields)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(exchanges).toMatchObject([
      { kind: operation, fault: 'dropped', answer: { kind: 'failed', failure: 'dropped' } },
    ]);
    expect((await call(operation, fields)).status).toBe(200);
  });

  it('leaves what was asked done', async () => {
    const { call, platform, exchanges } = await openWith([{ fault: 'dropped' }]);
    await expect(call('get_game_link', launch)).rejects.toThrow();
    const [session] = platform.sessions.active();
    expect(session?.launch.playerId).toBe('player-1');
    expect(exchanges[0]?.subject.sessionId).toBe(session?.sessionId);
  });
});

describe('a delay', () => {
  it('holds the answer back on the clock', async () => {
    const clock = createManualClock(now * 1000);
    const { call, exchanges } = await openWith([{ fault: 'delayed', delayMs: 7_000 }], { clock });
    const answer = call('list');
    expect(await clock.wakeNext()).toBe(7_000);
    expect((await answer).status).toBe(200);
    expect(exchanges).toMatchObject([{ startedAt: now * 1000, durationMs: 7_000 }]);
  });

  it('comes before a refusal, and before a drop', async () => {
    const clock = createManualClock(now * 1000);
    const orders: Order[] = [{ fault: 'delayed', delayMs: 5 }, { fault: 'refused', times: 1 }, { fault: 'dropped' }];
    const { call, exchanges } = await openWith(orders, { clock });
    const refused = call('list');
    await clock.wakeNext();
    expect((await refused).json.error).toBe('invalid_signature');
    const dropped = expect(call('list')).rejects.toMatchObject({ code: 'ECONNRESET' });
    await clock.wakeNext();
    await dropped;
    expect(exchanges.map(({ durationMs }) => durationMs)).toEqual([5, 5]);
  });

  it('that the agent does not wait for ends with its connection', async () => {
    let fallAsleep: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => {
      fallAsleep = resolve;
    });
    const sleep = (_durationMs: number, signal?: AbortSignal): Promise<void> =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        fallAsleep();
      });
    const clock = { now: () => now * 1000, sleep };
    const { call, server, exchanges, errors } = await openWith([{ fault: 'delayed' }], { clock });
    const hungUp = expect(call('list')).rejects.toThrow();
    await asleep;
    server.closeAllConnections();
    await hungUp;
    await open?.close();
    open = undefined;
    expect(exchanges).toMatchObject([{ kind: 'list', answer: { kind: 'failed', failure: 'closed' } }]);
    expect(errors).toEqual([]);
  });
});
