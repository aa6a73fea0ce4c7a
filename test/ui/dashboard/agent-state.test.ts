import { afterEach, expect, it, test } from '@jest/globals';
import type { Setup } from '../../../src/api/schemas/platform.ts';
import type { RunView } from '../../../src/api/schemas/runs.ts';
import { headline, switchedOn } from '../../../src/ui/dashboard/agent-state.ts';
import { emptyState, store } from '../../../src/ui/parts/store.ts';

const nothing = {
  faults: [],
  clock: { now: '2026-01-01T00:00:00.000Z', shiftMs: 0, frozen: false },
  packs: [],
  runs: [],
} as const;

const run: RunView = {
  ...{ id: 'run-1', state: 'running', title: 'the whole suite', startedAt: '2026-01-01T00:00:00.000Z' },
  ...{ total: 9, done: 2, scenarios: [] },
};

const pack = {
  ...{ freespinsId: 'fs/1', playerId: 'player-1', gameId: 101, currency: 'USD', bet: '1', total: 10, played: 3 },
  accumulatedWin: '0',
  status: 'active',
} as const;

test('nothing is on when nothing is switched on', () => {
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
    'running the whole suite: 2 of 9',
    expect.stringMatching(/^fault on: /),
    'clock moved by −5 h',
    'free spins of player-1 in USD: 3 of 10 played',
  ]);
});

test('a frozen clock says where it stands, however little it is behind', () => {
  const frozen = { ...nothing.clock, now: '2026-01-01T12:30:05.000Z', frozen: true };
  const [clock] = switchedOn({ ...nothing, clock: frozen });
  expect(clock?.text).toMatch(/^clock frozen at .*:30:05$/);
  expect(clock?.body).toEqual({ shiftMs: 0 });
});

afterEach(() => {
  store.connection.value = 'connecting';
  store.health.value = emptyState.health;
  store.runs.value = [];
  store.faults.value = [];
  store.setup.value = undefined;
});

it('tells the gravest: the page is not heard, the agent is silent, what is on, how it answers', () => {
  const told = (): string => `${headline.value.sign} ${headline.value.text}`;
  store.connection.value = 'live';
  store.setup.value = { callbackUrl: 'http://127.0.0.1:8080/callback' } as Setup;
  expect(told()).toBe('– not called yet');
  store.health.value = { answers: 1_001, requests: 0, medianMs: 4.8 };
  expect(told()).toBe('✓ 1,001 answers, 5 ms');
  store.faults.value = [
    { id: 'f1', direction: 'callback', fault: 'answer-lost', times: 1 },
    { id: 'f2', direction: 'callback', fault: 'delayed' },
  ];
  expect(told()).toMatch(/^! fault on: .*, and 1 more$/);
  const failed = { file: 'a.yaml', title: 'A', verdict: 'failed' } as const;
  store.runs.value = [{ ...run, scenarios: [failed] }];
  expect(told()).toBe('▸ running the whole suite: 2 of 9, 1 failed, and 2 more');
  const silent = { since: '2026-01-01T02:51:00.000Z', failure: 'refused', message: 'ECONNREFUSED' } as const;
  store.health.value = { ...store.health.value, silent };
  expect(told()).toMatch(/^✗ silent since \d\d:51:00: connection refused$/);
  store.connection.value = 'lost';
  expect(told()).toBe('✗ not connected: trying again');
});

it('an agent without an address is not silent', () => {
  store.connection.value = 'live';
  store.setup.value = {} as Setup;
  expect(headline.value.text).toBe('no callback URL');
});
