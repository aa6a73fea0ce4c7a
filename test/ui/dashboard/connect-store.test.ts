import { jest } from '@jest/globals';
import type { AdminEvent } from '../../../src/spec/admin/admin-event.ts';
import { connectStore } from '../../../src/ui/dashboard/connect-store.ts';
import type { Source } from '../../../src/ui/dashboard/event-source.ts';
import { store } from '../../../src/ui/dashboard/store.ts';

const clock = (shiftMs: number) => ({ now: '2026-01-01T00:00:00.000Z', shiftMs });

/** A platform whose clock tells how often it was read, and which answers when it is let. */
const createPlatform = () => {
  const held: (() => void)[] = [];
  let reads = 0;
  const answers: Readonly<Record<string, () => unknown>> = {
    '/__admin/setup': () => ({ startedAt: 'now' }),
    '/__admin/clock': () => {
      reads += 1;
      return clock(reads);
    },
  };
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const body = answers[String(input)]?.() ?? [];
    await new Promise<void>((resolve) => held.push(resolve));
    return new Response(JSON.stringify(body));
  });
  const answer = async (): Promise<void> => {
    for (const release of held.splice(0)) release();
    await new Promise(setImmediate);
  };
  return { answer };
};

const connect = () => {
  const target = new EventTarget();
  const source: Source = {
    addEventListener: target.addEventListener.bind(target) as Source['addEventListener'],
    close: () => undefined,
    readyState: 1,
  };
  connectStore({ create: () => source, later: () => undefined });
  const tell = (...events: readonly AdminEvent[]): boolean =>
    target.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(events) }));
  const fire = (name: string): boolean => target.dispatchEvent(new Event(name));
  return { tell, fire };
};

afterEach(() => {
  jest.restoreAllMocks();
});

test('everything is read when the connection opens, what is told meanwhile comes after it', async () => {
  const { answer } = createPlatform();
  const { tell, fire } = connect();
  fire('open');
  tell({ kind: 'clock', clock: clock(77) });
  await answer();
  expect(store.connection.value).toBe('live');
  expect(store.setup.value?.startedAt).toBe('now');
  expect(store.clock.value?.shiftMs).toBe(77);
});

test('a gap is read over, also one that comes while everything is being read', async () => {
  const { answer } = createPlatform();
  const { tell, fire } = connect();
  fire('open');
  tell({ kind: 'gap' });
  await answer();
  await answer();
  expect(store.clock.value?.shiftMs).toBe(2);
});

test('a lost connection is told, and what is known stays', async () => {
  const { answer } = createPlatform();
  const { fire } = connect();
  fire('open');
  await answer();
  fire('error');
  expect([store.connection.value, store.setup.value?.startedAt]).toEqual(['lost', 'now']);
});
