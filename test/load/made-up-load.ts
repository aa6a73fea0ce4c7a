import type { LoadBreach, LoadReport, LoadSecond } from '../../src/formats/load-report.ts';
import { concludeLoad, type LoadParts } from '../../src/load/conclude-load.ts';
import { createLatency } from '../../src/report/load/histograms.ts';

/** A histogram of these times, milliseconds. */
export const histogramOf = (...times: readonly number[]): string => {
  const latency = createLatency();
  for (const ms of times) latency.record(ms);
  return latency.encode();
};

export const secondOf = (second: number, changes: Partial<LoadSecond> = {}): LoadSecond => ({
  second,
  asked: 10,
  sent: 10,
  answered: 10,
  errors: 0,
  breaches: 0,
  backlog: 0,
  underWay: 1,
  latency: { makeBet: histogramOf(5, 6, 7, 8, 9) },
  ...changes,
});

const asked: LoadParts['asked'] = {
  players: 20,
  ratePerSecond: 10,
  rampMs: 0,
  holdMs: 2000,
  spikes: [],
  mix: 'An evening at the casino',
  faults: { races: 0.02 },
  timeoutMs: 5000,
  maxCallbacks: 1000,
  failOn: [],
};

const quiet: LoadParts = {
  kind: 'load',
  tool: { name: 'walletproof', version: '0.4.0' },
  seed: 7,
  nonce: 'n1',
  startedAt: '2026-03-01T12:00:00.000Z',
  durationMs: 2000,
  stopped: [],
  agent: { id: 17, callbackUrl: 'http://127.0.0.1:9000/callback', dialect: 'node' },
  asked,
  slices: [{ index: 1, count: 1 }],
  callbacks: { getBalance: 4, makeBet: 16 },
  judged: 20,
  resent: 0,
  activities: { 'a losing spin': 12 },
  struck: { races: 1 },
  errors: [],
  latency: { getBalance: histogramOf(3, 4), makeBet: histogramOf(5, 6, 7, 8, 9) },
  service: { getBalance: histogramOf(2, 3), makeBet: histogramOf(4, 5, 6, 7, 8) },
  seconds: [secondOf(0), secondOf(1)],
  money: [
    {
      currency: 'USD',
      players: 20,
      staked: '100.10',
      won: '90.20',
      rolledBack: '1.00',
      drift: '0.00',
      residues: [],
    },
  ],
  breaches: [],
  breachCounts: {},
  doubts: [],
  health: { workers: 1, cpuMs: 900, heapBytes: 50_000_000, lateness: histogramOf(0.1, 0.1, 0.2) },
};

/** A load in which nothing went wrong, but for the parts that differ. */
export const partsOf = (changes: Partial<LoadParts> = {}): LoadParts => ({ ...quiet, ...changes });

export const loadOf = (changes: Partial<LoadParts> = {}): LoadReport => concludeLoad(partsOf(changes));

type Exchange = LoadBreach['evidence'][number];

/** A call of the evidence: so long after the start, and what was answered. */
export const callOf = (id: string, given: Partial<Exchange> = {}): Exchange => ({
  id,
  scenario: 'a losing spin',
  direction: 'callback',
  kind: 'makeBet',
  label: `makeBet ${id}`,
  url: 'http://127.0.0.1:9000/callback',
  method: 'POST',
  requestHeaders: { 'content-type': 'application/json' },
  requestBody: JSON.stringify({
    type: 'makeBet',
    player_id: 'load-4',
    currency: 'USD',
    bet: 0.01,
    win: 0,
    transaction_id: id,
  }),
  status: 200,
  answerHeaders: { 'content-type': 'application/json' },
  answerBody: '{"content":{"balance":999.83}}',
  startedAt: '2026-03-01T12:00:01.000Z',
  durationMs: 8,
  ...given,
});

export const breachOf = (changes: Partial<LoadBreach> = {}): LoadBreach => ({
  code: 'lost-update',
  requirement: 'CON-01',
  weight: 'breach',
  message:
    't-0 (bet 0.01) was answered 999.83, and t-1 (bet 0.04), under way at the same time, 999.80 without it; 999.79 was due',
  expected: '999.79',
  actual: '999.80',
  scenario: 'a losing spin',
  exchanges: ['t-0', 't-1'],
  player: 'load-4',
  currency: 'USD',
  activity: 'a losing spin',
  fault: 'races',
  at: '2026-03-01T12:00:01.000Z',
  restsOn: 'calls',
  evidence: [
    callOf('t-0'),
    callOf('t-1', {
      startedAt: '2026-03-01T12:00:01.002Z',
      answerBody: '{"content":{"balance":999.80}}',
      requestBody: JSON.stringify({
        type: 'makeBet',
        player_id: 'load-4',
        currency: 'USD',
        bet: 0.04,
        win: 0,
        transaction_id: 't-1',
      }),
    }),
  ],
  ...changes,
});

/** A minute of which seconds 30 to 35 have four times the rate, and a lost update in the middle of it. */
export const spikedLoad = (): LoadReport => {
  const seconds = Array.from({ length: 60 }, (_, second) => spikedSecond(second));
  return loadOf({
    durationMs: 61_400,
    asked: {
      ...asked,
      players: 2000,
      ratePerSecond: 500,
      rampMs: 10_000,
      holdMs: 50_000,
      spikes: [{ ratePerSecond: 2000, atMs: 30_000, forMs: 5_000 }],
      faults: { duplicates: 0.02, races: 0.02 },
      failOn: ['makeBet p99<200ms', 'errors<1%'],
    },
    callbacks: { getBalance: 6000, makeBet: 28_000, rollback: 900 },
    judged: 34_650,
    resent: 212,
    seconds,
    latency: { getBalance: wave(1, 400), makeBet: wave(3, 400), rollback: wave(2, 100) },
    service: { getBalance: wave(0.5, 400), makeBet: wave(2, 400), rollback: wave(1, 100) },
    activities: { 'a losing spin': 9000, 'a winning spin': 4000, 'a round of several bets': 1800 },
    struck: { duplicates: 310, races: 287 },
    errors: [{ type: 'makeBet', said: 'HTTP 503 internal_error', count: 37 }],
    breaches: [
      breachOf({
        scenarioFile: '.walletproof/load-n1/lost-update-1.yaml',
        scenarioText: 'scenario: lost-update under load\nsteps:\n  - makeBet: { bet: 0.01 }\n',
      }),
      breachOf({ player: 'load-77', message: 't-8 (bet 0.01) was lost' }),
    ],
    breachCounts: { 'lost-update': 9 },
    doubts: [{ reason: 'a balance differs by 5.00', count: 2, parked: 1, player: 'load-9', evidence: [] }],
  });
};

const spikedSecond = (second: number): LoadSecond => {
  const isSpike = second >= 30 && second < 35;
  const asked = isSpike ? 2000 : Math.min(500, (second + 1) * 50);
  const sent = isSpike ? 1400 : asked;
  return secondOf(second, {
    ...{ asked, sent, answered: sent },
    errors: second === 33 ? 37 : 0,
    breaches: second === 32 ? 9 : 0,
    backlog: isSpike ? (second - 29) * 600 : Math.max(0, 3000 - (second - 34) * 700) * Number(second > 34),
    underWay: isSpike ? 240 : 4,
    latency: {
      getBalance: wave(isSpike ? 40 : 1, 20),
      makeBet: wave(isSpike ? 90 : 3, 60),
      ...(second % 3 === 0 ? { rollback: wave(2, 3) } : {}),
    },
  });
};

/** Times around a middle, with a long tail; the same each time. */
const wave = (middle: number, count: number): string =>
  histogramOf(
    ...Array.from({ length: count }, (_, index) => middle * (1 + ((index * 7) % 10) / 5) * (index % 50 === 49 ? 8 : 1)),
  );

/** A load that ended before anything was sent. */
export const emptyLoad = (): LoadReport =>
  loadOf({
    durationMs: 12,
    callbacks: {},
    judged: 0,
    latency: {},
    service: {},
    seconds: [],
    money: [],
    activities: {},
    struck: {},
    stopped: ['The agent answered errors in the first second: HTTP 500'],
    health: { workers: 1, cpuMs: 3, heapBytes: 9_000_000, lateness: histogramOf() },
  });
