import { jest } from '@jest/globals';
import type { Setup } from '../../../../src/api/schemas/platform.ts';
import { lastTrafficQuery, trafficSession } from '../../../../src/ui/dashboard/traffic/traffic-session.ts';
import { publishEvents, store } from '../../../../src/ui/parts/store.ts';
import { rowOf, rowsOf } from './rows.ts';

const asked: string[] = [];
let noRuns = false;

beforeEach(() => {
  asked.length = 0;
  Object.assign(globalThis, { requestAnimationFrame: (call: () => void) => setImmediate(call) });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    asked.push(String(input));
    const isOfRuns = String(input).includes('origin=run');
    const page = {
      rows: isOfRuns && noRuns ? [] : rowsOf(1, 2, 3),
      firstSeq: 1,
      lastSeq: 3,
      more: false,
    };
    return new Response(JSON.stringify(page));
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

const runRow = rowOf(4, { origin: 'run' });

test('where no run was played, hiding its calls hides nothing: the place of every row is known', async () => {
  startedAt('wednesday');
  noRuns = true;
  const session = trafficSession('');
  await settled();
  await settled();
  expect(asked).toContain('/__admin/exchanges?runs=hide&limit=200');
  publishEvents([{ kind: 'exchange', row: runRow }]);
  await settled();
  expect(session.rows.rowAt(session.rows.indexOf(4))).toBeUndefined();
});

test('the list hears what is told, and looks again when everything was read anew', async () => {
  startedAt('thursday');
  const { rows } = trafficSession('runs=show');
  await settled();
  publishEvents([{ kind: 'exchange', row: rowOf(4) }]);
  expect(rows.count()).toBe(4);
  const before = asked.length;
  store.refreshes.value += 1;
  expect(asked.slice(before)).toEqual(['/__admin/exchanges?runs=show&limit=200']);
  await settled();
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
