import { jest } from '@jest/globals';
import type { AdminEvent } from '../../../src/spec/admin/admin-event.ts';
import type { EventSourceLike } from '../../../src/ui/dashboard/connect-store.ts';
import { connectStore, openEventSource } from '../../../src/ui/dashboard/connect-store.ts';
import { store } from '../../../src/ui/parts/store.ts';

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
  const source: EventSourceLike = {
    addEventListener: target.addEventListener.bind(target) as EventSourceLike['addEventListener'],
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

/** A source whose events a test fires. */
const createSource = () => {
  const target = new EventTarget();
  const source: EventSourceLike & { readyState: number } = {
    addEventListener: target.addEventListener.bind(target) as EventSourceLike['addEventListener'],
    close: () => undefined,
    readyState: 1,
  };
  return {
    source,
    fire: (name: string, data = '') => target.dispatchEvent(new MessageEvent(name, { data })),
  };
};

const open = () => {
  const sources: ReturnType<typeof createSource>[] = [];
  const told: (readonly AdminEvent[])[] = [];
  const states: string[] = [];
  const waiting: (() => void)[] = [];
  openEventSource(
    {
      open: () => states.push('open'),
      lost: () => states.push('lost'),
      hear: (events) => told.push(events),
    },
    {
      create: () => {
        const made = createSource();
        sources.push(made);
        return made.source;
      },
      later: (call) => waiting.push(call),
    },
  );
  return { sources, told, states, waiting };
};

test('a message is a list of events', () => {
  const { sources, told } = open();
  sources[0]?.fire('message', '[{"kind":"reset"}]');
  expect(told).toEqual([[{ kind: 'reset' }]]);
});

test.each(['{"kind":"reset"}', '[{"kind":', ''])('the message %j is a gap', (data) => {
  const { sources, told } = open();
  sources[0]?.fire('message', data);
  expect(told).toEqual([[{ kind: 'gap' }]]);
});

test('a connection that the browser opens again by itself is left to it', () => {
  const { sources, states, waiting } = open();
  sources[0]?.fire('error');
  expect(states).toEqual(['lost']);
  expect(waiting).toHaveLength(0);
});

test('a connection that the browser gives up is opened again', () => {
  const { sources, states, waiting } = open();
  const [first] = sources;
  if (first !== undefined) first.source.readyState = 2;
  first?.fire('error');
  waiting[0]?.();
  sources[1]?.fire('open');
  expect(states).toEqual(['lost', 'open']);
});
