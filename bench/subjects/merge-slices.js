// Merges the slices of a load as `load merge` does, from their texts; prints time and memory as JSON.
import { concludeLoad } from '../../src/load/conclude-load.ts';
import { mergeReports } from '../../src/load/merge-reports.ts';
import { createLatency } from '../../src/report/load/histograms.ts';

const [count, lengthSeconds] = process.argv.slice(2).map(Number);

/** So many slices are made; the others have the same seconds. */
const different = 5;

let state = 7;
const chance = () => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return state / 2 ** 31;
};

const latency = createLatency();

/** So many times around 8 ms, one of a hundred far above. */
const histogram = (times) => {
  latency.reset();
  for (let each = 0; each < times; each += 1) {
    latency.record(Math.exp(1 + chance() * 2 + (chance() < 0.01 ? 3 : 0)));
  }
  return latency.encode();
};

/** A second of 4,000 callbacks. */
const second = (number) => ({
  ...{ second: number, asked: 4000, sent: 4000, answered: 4000, errors: 0, breaches: 0 },
  ...{ backlog: 0, underWay: 30 },
  latency: {
    getBalance: histogram(800),
    makeBet: histogram(3000),
    rollback: histogram(200),
  },
});

const asked = {
  ...{ players: 1_000_000, ratePerSecond: 200_000, rampMs: 0, holdMs: lengthSeconds * 1000 },
  ...{ spikes: [], mix: 'An evening at the casino', faults: {}, timeoutMs: 5000, failOn: [] },
  maxCallbacks: 200_000 * lengthSeconds,
};

const money = { staked: '312345.67', won: '290000.10', rolledBack: '12.00', drift: '0.00' };

const slice = (index) => {
  const seconds = Array.from({ length: lengthSeconds }, (_, number) => second(number));
  const whole = {
    getBalance: histogram(8000),
    makeBet: histogram(30_000),
    rollback: histogram(2000),
  };
  return concludeLoad({
    ...{ kind: 'load', tool: { name: 'walletproof', version: '0' }, seed: 7, nonce: 'n', asked },
    ...{ startedAt: '2026-03-01T12:00:00.000Z', durationMs: lengthSeconds * 1000, stopped: [] },
    agent: { id: 1, callbackUrl: 'http://127.0.0.1/' },
    slices: [{ index, count }],
    callbacks: { makeBet: 4000 * lengthSeconds },
    ...{ judged: 4000 * lengthSeconds, resent: 0, activities: {}, struck: {}, errors: [] },
    ...{ latency: whole, service: whole, seconds, breaches: [], breachCounts: {}, doubts: [] },
    money: [{ currency: 'USD', players: 20_000, ...money, residues: [] }],
    canary: { planted: 2, found: 2, problems: [] },
    health: { workers: 4, cpuMs: 1, heapBytes: 1, lateness: histogram(1000) },
  });
};

const made = Array.from({ length: Math.min(different, count) }, (_, at) => slice(at + 1));
const texts = Array.from({ length: count }, (_, at) =>
  JSON.stringify({ ...made[at % made.length], slices: [{ index: at + 1, count }] }),
);

const began = performance.now();
const given = texts.map((text, at) => ({ file: `slice-${at + 1}.json`, report: JSON.parse(text) }));
const parsed = performance.now();
const merged = mergeReports(given);
const ended = performance.now();

console.log(
  JSON.stringify({
    parseMs: parsed - began,
    mergeMs: ended - parsed,
    sliceBytes: texts[0].length,
    mergedBytes: JSON.stringify(merged).length,
    mostBytes: process.resourceUsage().maxRSS * 1024,
    histograms: count * lengthSeconds * 3,
    verdict: merged.verdict,
  }),
);
