import { renderToString } from 'preact-render-to-string';
import type { RunView } from '../../../src/api/schemas/runs.ts';
import { Band, switchedOn } from '../../../src/ui/dashboard/band.tsx';
import { type LiveState, store } from '../../../src/ui/parts/store.ts';

const nothing = {
  faults: [],
  clock: { now: '2026-01-01T00:00:00.000Z', shiftMs: 0, frozen: false },
  packs: [],
  runs: [],
} as const;

const run: RunView = {
  id: 'run-1',
  state: 'running',
  title: 'the whole suite',
  startedAt: '2026-01-01T00:00:00.000Z',
  total: 9,
  done: 2,
  scenarios: [],
};

const pack = {
  freespinsId: 'fs/1',
  playerId: 'player-1',
  gameId: 101,
  currency: 'USD',
  bet: '1',
  total: 10,
  played: 3,
  accumulatedWin: '0',
  status: 'active',
} as const;

test('nothing stands there when nothing is switched on', () => {
  const over = { ...run, state: 'finished' } as const;
  const finished = { ...pack, status: 'finished' } as const;
  expect(switchedOn({ ...nothing, runs: [over], packs: [finished] })).toEqual([]);
});

test('each thing that is on says how it is switched off', () => {
  const on = switchedOn({
    faults: [{ id: 'f 1', direction: 'callback', fault: 'duplicated', times: 3 }],
    clock: { ...nothing.clock, shiftMs: -5 * 3_600_000 },
    packs: [pack],
    runs: [run],
  });
  expect(on.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['DELETE', '/runs/current', undefined],
    ['DELETE', '/faults/f%201', undefined],
    ['POST', '/clock', { shiftMs: 0 }],
    ['DELETE', '/packs/fs%2F1', undefined],
  ]);
  expect(on.map(({ text }) => text)).toEqual([
    'A run is under way: the whole suite, 2 of 9',
    'Fault: duplicated on every callback, 3 more times',
    "The platform's clock is moved by −5 h",
    'Free spins of player-1 in USD: 3 of 10 played',
  ]);
});

test('a frozen clock says where it stands, however little it is behind', () => {
  const frozen = { ...nothing.clock, now: '2026-01-01T12:30:05.000Z', frozen: true };
  const [clock] = switchedOn({ ...nothing, clock: frozen });
  expect(clock?.text).toMatch(/^The platform's clock is frozen at .*:30:05$/);
  expect(clock?.body).toEqual({ shiftMs: 0 });
});

const faults = (count: number): LiveState['faults'] =>
  Array.from({ length: count }, (_, index) => ({
    id: `fault-${index}`,
    direction: 'callback',
    fault: 'duplicated',
  }));

test.each([
  [0, 0, false],
  [3, 3, false],
  [4, 3, true],
])('of %i things that are on %i are shown, the others are folded: %s', (count, items, folded) => {
  store.faults.value = faults(count);
  const markup = renderToString(<Band />);
  store.faults.value = [];
  expect(markup.match(/<li>/g) ?? []).toHaveLength(items);
  expect(/>\d+ more</.test(markup)).toBe(folded);
  expect(/<section[^>]* hidden/.test(markup)).toBe(count === 0);
});
