import { jest } from '@jest/globals';
import type { AdminEvent } from '../../../src/api/schemas/admin-event.ts';
import type { AccountStatement } from '../../../src/formats/judgement.ts';
import { connectStore, type EventSourceLike, openEventSource } from '../../../src/ui/dashboard/connect-store.ts';
import { followFindings } from '../../../src/ui/dashboard/follow-findings.ts';
import { store, subscribeToEvents } from '../../../src/ui/parts/store.ts';

const clock = (shiftMs: number) => ({
  now: '2026-01-01T00:00:00.000Z',
  shiftMs,
  frozen: false,
});

/** So many things are read at once. */
const readings = 8;

/** A platform whose clock tells how often it was read, and which answers when it is let. */
const createPlatform = () => {
  const held: (() => void)[] = [];
  let reads = 0;
  const platform = { isUp: true, findingsReads: 0, accounts: [] as readonly AccountStatement[] };
  const answers: Readonly<Record<string, () => unknown>> = {
    '/__admin/setup': () => ({ startedAt: 'now' }),
    '/__admin/players': () => platform.accounts,
    '/__admin/findings': () => {
      platform.findingsReads += 1;
      return { judged: { right: platform.findingsReads } };
    },
    '/__admin/clock': () => {
      reads += 1;
      return clock(reads);
    },
  };
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const body = answers[String(input)]?.() ?? [];
    const { isUp } = platform;
    await new Promise<void>((resolve) => held.push(resolve));
    if (!isUp) throw new TypeError('fetch failed');
    return new Response(JSON.stringify(body));
  });
  /** Lets what was asked so far be answered, all or what comes after the first few. */
  const answer = async (from = 0): Promise<void> => {
    for (const release of held.splice(from)) release();
    await new Promise(setImmediate);
  };
  return Object.assign(platform, { answer, reads: () => reads });
};

let stopFollowing = (): void => undefined;

const connect = () => {
  const target = new EventTarget();
  const source: EventSourceLike = {
    addEventListener: target.addEventListener.bind(target) as EventSourceLike['addEventListener'],
    close: () => undefined,
    readyState: 1,
  };
  const later: (() => void)[] = [];
  connectStore({ openSource: () => source, later: (call) => later.push(call) });
  stopFollowing = followFindings((call) => later.push(call));
  const tell = (...events: readonly AdminEvent[]): boolean =>
    target.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(events) }));
  const fire = (name: string): boolean => target.dispatchEvent(new Event(name));
  return { tell, fire, later };
};

const account: AccountStatement = {
  playerId: 'player-1',
  playerUsername: 'Player One',
  currency: 'USD',
  opening: '0.00',
  bets: '0.00',
  wins: '0.00',
  rollbacks: '0.00',
  elsewhere: '0.00',
  runs: '0.00',
  expected: '1.00',
  points: [],
};

afterEach(() => {
  stopFollowing();
  jest.restoreAllMocks();
  store.setup.value = undefined;
  store.findings.value = undefined;
  store.problem.value = undefined;
  store.accounts.value = new Map();
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

test('an account that was told before a reset does not come back after it', async () => {
  const { answer } = createPlatform();
  const { tell, fire } = connect();
  fire('open');
  tell({ kind: 'account', account });
  tell({ kind: 'reset' });
  await answer();
  await answer();
  expect(store.accounts.value.size).toBe(0);
});

test('what could not be read is read again by and by, while the stream itself goes on', async () => {
  const platform = createPlatform();
  const { fire, later } = connect();
  platform.isUp = false;
  fire('open');
  await platform.answer();
  expect(store.problem.value).toBeInstanceOf(Error);
  platform.isUp = true;
  for (const call of later.splice(0)) call();
  await platform.answer();
  expect([store.problem.value, store.clock.value?.shiftMs]).toEqual([undefined, 2]);
  expect(later).toEqual([]);
});

test('a reading begun without a connection is never shown over a later one', async () => {
  const { answer } = createPlatform();
  const { fire } = connect();
  fire('error');
  fire('open');
  await answer(readings);
  await answer();
  await answer();
  expect(store.clock.value?.shiftMs).toBe(2);
});

test('findings are read on their event, and while more is told once more when the second is over', async () => {
  const { answer } = createPlatform();
  const { tell, later } = connect();
  for (let times = 0; times < 5; times += 1) tell({ kind: 'findings' });
  await answer();
  expect([store.findings.value?.judged.right, later.length]).toEqual([1, 1]);
  for (const call of later.splice(0)) call();
  await answer();
  expect([store.findings.value?.judged.right, later.length]).toEqual([2, 1]);
  for (const call of later.splice(0)) call();
  expect(later).toEqual([]);
});

test('findings that were told while everything was being read are not lost under that reading', async () => {
  const { answer } = createPlatform();
  const { tell, fire } = connect();
  fire('open');
  tell({ kind: 'findings' });
  await answer(readings);
  await answer();
  await answer();
  expect(store.findings.value?.judged.right).toBe(3);
});

test('those who subscribed get every message, until they leave', () => {
  createPlatform();
  const { tell } = connect();
  const told: (readonly AdminEvent[])[] = [];
  const leave = subscribeToEvents((events) => told.push(events));
  tell({ kind: 'gap' });
  leave();
  tell({ kind: 'gap' });
  expect(told).toEqual([[{ kind: 'gap' }]]);
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
      receive: (events) => told.push(events),
    },
    {
      openSource: () => {
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
