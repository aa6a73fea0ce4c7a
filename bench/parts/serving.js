import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRequests } from '../load/create-requests.js';
import { inTurn, load } from '../load/load.js';
import { loadAtRate } from '../load/load-at-rate.js';
import { inRounds } from '../machine/in-rounds.js';
import { openSubject } from '../machine/open-subject.js';
import { bare, expressAsItComes, walletproof } from '../machine/paths.js';
import { pinApart, sharing } from '../machine/pin.js';
import { watchThreads } from '../machine/processor-time.js';
import { median, ratiosOf } from '../results/statistics.ts';

const part = 'serving';
const connections = 50;
const differentRequests = 64;

const goals = [
  { operation: 'get_game_link', atLeast: 0.95 },
  { operation: 'list', atLeast: 1.3 },
];

/** Operations answered, beside bare node:http that does the same signed work without a journal. */
export const serving = {
  name: part,
  does: 'get_game_link and list, beside bare node:http and Express as it comes',
  measure: async ({ quick, guard, folder }) => {
    const subjects = await openAll([bare, walletproof(join(folder, 'serving.db')), expressAsItComes]);
    const unpin = pinApart(subjects.map(({ pid }) => pid));
    try {
      const results = [];
      for (const goal of goals) {
        const rounds = await measureThroughput({ subjects, guard, quick, ...goal });
        const latencies = await measureLatency({ subjects, guard, quick, ...goal, rounds });
        results.push(...throughputResults(goal, rounds), ...latencyResults(goal, latencies));
      }
      return results;
    } finally {
      unpin();
      await Promise.all(subjects.map((subject) => subject.close()));
    }
  },
};

/** Until a server that has just started is at rest. */
const restMs = 300;

/** Starts servers one after the other; ends those that came up where one does not. */
export const openAll = async (wanted) => {
  const open = [];
  try {
    for (const subject of wanted) open.push(await openSubject(subject));
    await pause(restMs);
    for (const { pid } of open) watchThreads(pid);
    return open;
  } catch (error) {
    await Promise.all(open.map((subject) => subject.close()));
    throw error;
  }
};

/** One slice under full load: requests a second, and microseconds of CPU a request by thread. */
export const loadSlice = async ({ port, pid }, { operation, durationMs = 1_000, requests }) => {
  const next = inTurn(requests ?? createRequests(operation, differentRequests));
  const times = watchThreads(pid);
  const { answers, rate } = await load({ port, next, connections, durationMs });
  const { main, worker, others } = times();
  const each = (milliseconds) => (milliseconds * 1000) / answers;
  return { rate, main: each(main), worker: each(worker), others: each(others) };
};

const measureThroughput = async ({ subjects, guard, quick, operation }) => {
  for (const subject of subjects) await loadSlice(subject, { operation });
  const measure = async (subject) => await loadSlice(subject, { operation });
  return await inRounds(subjects, { guard, rounds: quick ? 2 : 8, measure });
};

const of = (rounds, name, key) => rounds.map((round) => round[name][key]);

const processorTime = (slices) => slices.map(({ main, worker, others }) => main + worker + others);

const throughputResults = ({ operation, atLeast }, rounds) => {
  const ratesOf = (name) => of(rounds, name, 'rate');
  const timesOf = (name) => processorTime(rounds.map((round) => round[name]));
  return [
    {
      ...{ part, what: `${operation}, throughput`, unit: 'times bare', atLeast, better: 'more' },
      values: ratiosOf(ratesOf('walletproof'), ratesOf(bare.name)),
      note: `${rateText(rounds)}; ${sharing()}`,
    },
    {
      ...{ part, what: `${operation}, CPU a request`, unit: 'times bare', better: 'less' },
      values: ratiosOf(timesOf('walletproof'), timesOf(bare.name)),
      note: `µs by thread: ${['walletproof', bare.name].map((name) => threadText(rounds, name)).join('; ')}`,
    },
    {
      ...{ part, what: `${operation}, Express as it comes`, unit: 'times bare' },
      values: ratiosOf(ratesOf(expressAsItComes.name), ratesOf(bare.name)),
    },
  ];
};

const rateText = (rounds) =>
  Object.keys(rounds[0])
    .map((name) => `${name} ${Math.round(median(of(rounds, name, 'rate')))} a second`)
    .join(', ');

const threadText = (rounds, name) => {
  const [main, worker, others] = ['main', 'worker', 'others'].map((key) => median(of(rounds, name, key)).toFixed(1));
  return name === 'walletproof'
    ? `${name} ${main} main, ${worker} journal, ${others} others`
    : `${name} ${main} main, ${others} others`;
};

/** The latency of arrivals at half of the rate that bare node:http can take. */
const measureLatency = async ({ subjects, guard, quick, operation, rounds }) => {
  const rate = median(of(rounds, bare.name, 'rate')) / 2;
  const order = { operation, rate, durationMs: quick ? 1_000 : 2_000 };
  const measure = async (subject) => await latencySlice(subject, order);
  // Express could not take that rate.
  return await inRounds(subjects.slice(0, 2), { guard, rounds: quick ? 2 : 5, measure });
};

export const latencySlice = async ({ port }, { operation, rate, durationMs, requests }) =>
  await loadAtRate({
    ...{ port, rate, durationMs },
    next: inTurn(requests ?? createRequests(operation, differentRequests)),
  });

const latencyResults = ({ operation }, rounds) => {
  const texts = [bare.name, 'walletproof'].map((name) => {
    const [p50, p99, late] = ['p50', 'p99', 'late'].map((key) => median(of(rounds, name, key)).toFixed(1));
    return `${name} ${p50} to ${p99} ms, the load late by ${late}`;
  });
  return [
    {
      ...{ part, what: `${operation}, p99 at half of bare's rate`, unit: 'times bare' },
      ...{ atMost: 2, better: 'less' },
      values: ratiosOf(of(rounds, 'walletproof', 'p99'), of(rounds, bare.name, 'p99')),
      note: `p50 to p99: ${texts.join('; ')}`,
    },
  ];
};
