import { jest } from '@jest/globals';
import type { Setup } from '../../../../src/api/schemas/platform.ts';
import { lastTrafficQuery, trafficSession } from '../../../../src/ui/dashboard/traffic/traffic-session.ts';
import { publishEvents, store } from '../../../../src/ui/parts/store.ts';
import { rowOf, rowsOf } from './rows.ts';

const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  Object.assign(globalThis, { requestAnimationFrame: (call: () => void) => setImmediate(call) });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    asked.push(String(input));
    const after = Number(/afterSeq=(\d+)/.exec(String(input))?.[1] ?? 0);
    const rows = rowsOf(1, 2, 3).filter(({ seq }) => seq > after);
    return new Response(JSON.stringify({ rows, firstSeq: 1, lastSeq: 3, more: false }));
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  store.setup.value = undefined;
});

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

const startedAt = (at: string): void => {
  store.setup.value = { startedAt: at } as Setup;
};

test('the list goes on while its filter is the same, however it is written', async () => {
  const session = trafficSession('kind=makeBet&nothing=1');
  expect(trafficSession('kind=makeBet')).toBe(session);
  expect(lastTrafficQuery()).toBe('kind=makeBet');
  expect(trafficSession('')).not.toBe(session);
  expect(lastTrafficQuery()).toBe('');
  await settled();
});

test('another platform at the same address has another list', () => {
  startedAt('monday');
  const session = trafficSession('');
  expect(trafficSession('')).toBe(session);
  startedAt('tuesday');
  expect(trafficSession('')).not.toBe(session);
});

test('where the start of the platform is asked for, it is waited for', async () => {
  trafficSession('last=start');
  startedAt('2026-01-01T12:00:00.000Z');
  trafficSession('last=start');
  await settled();
  expect(asked.at(-1)).toContain('from=2026-01-01T12%3A00%3A00.000Z');
});

test('the list hears what is told, and looks again when everything was read anew', async () => {
  startedAt('thursday');
  const { rows } = trafficSession('');
  await settled();
  publishEvents([4, 5].map((seq) => ({ kind: 'exchange', row: rowOf(seq, seq === 4 ? { origin: 'run' } : {}) })));
  expect([rows.count(), rows.seqAt(3)]).toEqual([4, 5]);
  const before = asked.length;
  store.refreshes.value += 1;
  await settled();
  expect(asked.slice(before)).toEqual(['/__admin/exchanges?runs=hide&afterSeq=5&limit=500']);
});

test('a list that was left hears nothing any more', async () => {
  startedAt('friday');
  const { rows } = trafficSession('runs=show');
  await settled();
  trafficSession('kind=makeBet');
  publishEvents([{ kind: 'exchange', row: rowOf(4) }]);
  expect(rows.count()).toBe(3);
  await settled();
});

test('a list that was left while it was being read is not read again', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const load = jest.mocked(fetch).mockImplementation(async (_, init) => {
    await new Promise(setImmediate);
    init?.signal?.throwIfAborted();
    return new Response('{"rows":[],"firstSeq":1,"lastSeq":0,"more":false}');
  });
  trafficSession('kind=rollback');
  jest.advanceTimersByTime(0);
  expect(load).toHaveBeenCalledTimes(1);
  trafficSession('kind=getBalance');
  await jest.advanceTimersByTimeAsync(10_000);
  const asked = load.mock.calls.map(([path]) => String(path));
  expect(asked.filter((path) => path.includes('rollback'))).toHaveLength(1);
});
