// biome-ignore-all lint/suspicious/noThenProperty: it is data, and no method
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { DeliveryView } from '../../src/api/schemas/deliveries.ts';
import { PlatformClock } from '../../src/base/platform-clock.ts';
import { createEventBus } from '../../src/serve/event-bus.ts';
import { createWaitingDeliveries, type WaitingDeliveries } from '../../src/serve/waiting-deliveries.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { getBalance, makeBet } from '../wire/sample-callbacks.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const next = {
  ...{ exchangeId: 'x-1', what: 'callback' as const, attempt: 2, afterMs: 2_000 },
  ...{ attemptsLeft: 1, then: 'rollback' as const },
};

let clock: PlatformClock;
let waiting: WaitingDeliveries;
let told: (readonly DeliveryView[])[];
let hear: () => void = () => undefined;
beforeEach(() => {
  told = [];
  clock = new PlatformClock({ base: createManualClock(now) });
  const bus = createEventBus(() => undefined);
  bus.listen((event) => {
    if (event.kind === 'deliveries') told.push(event.deliveries);
    hear();
  });
  waiting = createWaitingDeliveries({ clock, bus });
});
afterEach(() => waiting.close());

const nextTold = async (): Promise<readonly DeliveryView[] | undefined> => {
  const keepAlive = setInterval(() => undefined, 1_000);
  await new Promise<void>((resolve) => {
    hear = resolve;
  });
  clearInterval(keepAlive);
  return told.at(-1);
};

it('tells who waits, for which attempt, how many are left, until when, and what then', async () => {
  const end = waiting.begin(makeBet, next);
  expect(waiting.list()).toEqual([
    {
      ...{ exchangeId: 'x-1', agentId: makeBet.agentId, playerId: makeBet.playerId },
      ...{ currency: makeBet.currency, sessionId: makeBet.sessionId },
      ...{ transactionId: makeBet.transactionId, gameRoundId: makeBet.gameRoundId },
      ...{ kind: 'makeBet', attempt: 2, attemptsLeft: 1, then: 'rollback' },
      nextAt: '2026-03-01T12:00:02.000000Z',
      nextAtReal: '2026-03-01T12:00:02.000000Z',
    },
  ]);
  expect(await nextTold()).toEqual(waiting.list());
  end();
  expect(waiting.list()).toEqual([]);
  expect(await nextTold()).toEqual([]);
});

it('tells the time of the platform beside the real one, and none while it stands still', async () => {
  clock.shift(3_600_000);
  waiting.begin(makeBet, next);
  expect(waiting.list()).toMatchObject([
    { nextAt: '2026-03-01T13:00:02.000000Z', nextAtReal: '2026-03-01T12:00:02.000000Z' },
  ]);
  await nextTold();
  clock.freeze();
  expect(await nextTold()).toMatchObject([{ nextAt: '2026-03-01T13:00:02.000000Z', nextAtReal: undefined }]);
});

it('tells many together, soonest first', async () => {
  for (const afterMs of [3_000, 1_000, 2_000]) waiting.begin(makeBet, { ...next, afterMs });
  const list = await nextTold();
  expect(told).toHaveLength(1);
  expect(list?.map(({ nextAt }) => nextAt.slice(17, 19))).toEqual(['01', '02', '03']);
});

it('tells a rollback as that, and nothing of a getBalance: it is asked once', () => {
  waiting.begin(makeBet, { ...next, what: 'rollback', then: 'given-up' });
  waiting.begin(getBalance, next);
  expect(waiting.list()).toMatchObject([{ kind: 'rollback', then: 'given-up' }]);
});
