import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLoad } from './create-load.js';
import { openPlatform } from './open-platform.js';
import { openRightAgent } from './open-right-agent.js';

const clients = 8;
const callers = 8;
/** Memory is compared with what it was after so many calls, requests and callbacks together. */
const settledCalls = 100_000;
/** Where there are fewer, with what it was after this part of the time: then the process is young. */
const settledPart = 1 / 3;
const mostGrowth = 1.2;
/** A young process still fills what is bounded: so much a call, in bytes, and no more. */
const youngBytes = 16_384;
const samples = 60;
const mib = 1024 * 1024;

/** Resident memory, MiB, and open descriptors of a process; Linux only. */
const usageOf = (pid) => {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { rss: (Number(kib) * 1024) / mib, handles: readdirSync(`/proc/${pid}/fd`).length };
};

/** Callbacks by hand, one after another; each is told with its answer. */
const callForEver = async (context, caller) => {
  const body = JSON.stringify({
    type: 'makeBet',
    playerId: `player-${caller}`,
    currency: 'USD',
    bet: '1',
    win: '1',
  });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  while (!context.isOver()) {
    const answer = await fetch(`${context.platform.url}/__admin/trigger`, init);
    await answer.arrayBuffer();
    if (answer.status !== 200) context.refused.set(`callback ${answer.status}`, caller);
  }
};

const sample = async ({ platform, counts, agent }) => {
  const began = performance.now();
  const health = await platform.health();
  const healthMs = performance.now() - began;
  const calls = { requests: counts.requests, callbacks: agent.count() };
  return { ...usageOf(platform.pid), healthMs, lagMs: health.lagMs, ...calls };
};

const watch = async (context, ms) => {
  const taken = [];
  const began = performance.now();
  while (!context.isOver()) {
    await delay(Math.max(50, ms / samples));
    taken.push({ ...(await sample(context)), seconds: (performance.now() - began) / 1000 });
  }
  return taken;
};

const middle = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/** Memory around a sample: collecting garbage makes it go up and down. */
const rssAround = (taken, place) => middle(taken.slice(Math.max(0, place - 2), place + 3).map(({ rss }) => rss));

const callsOf = ({ requests, callbacks }) => requests + callbacks;

/** The first sample that counts, what memory was there, what it is in the end, and the bound. */
export const judgeMemory = (taken) => {
  const settled = taken.findIndex((each) => callsOf(each) >= settledCalls);
  const isYoung = settled < 0 || settled > taken.length * 0.8;
  const place = isYoung ? Math.floor(taken.length * settledPart) : settled;
  const from = rssAround(taken, place);
  const to = rssAround(taken, taken.length - 1);
  const grown = (callsOf(taken.at(-1)) - callsOf(taken[place])) * (isYoung ? youngBytes : 0);
  const bound = Math.max(from * mostGrowth, from + grown / mib);
  return { place, from, to, bound, isYoung, isFlat: to <= bound };
};

const lineOf = ({ seconds, requests, callbacks, rss, handles, healthMs }) =>
  `${seconds.toFixed(0)} s: ${requests.toLocaleString('en')} requests, ${callbacks.toLocaleString('en')} callbacks, ` +
  `${rss.toFixed(0)} MiB, ${handles} handles, health in ${healthMs.toFixed(0)} ms`;

/** About five of the samples, the first and the last among them. */
const pointsOf = (taken) =>
  taken.filter((_, place) => place % Math.ceil(taken.length / 5) === 0 || place === taken.length - 1);

const judge = ({ finds, refused, seed }, taken) => {
  for (const kind of refused.keys()) finds.add({ kind, detail: 'instead of 200' });
  const memory = judgeMemory(taken);
  if (!memory.isFlat) {
    const detail = `${memory.from.toFixed(0)} MiB after ${lineOf(taken[memory.place])}, and ${memory.to.toFixed(0)} MiB in the end`;
    finds.add({ kind: 'memory grows', detail, reproduction: `--only soak --seed ${seed}` });
  }
  const handles = taken.at(-1).handles - taken[memory.place].handles;
  if (handles > 200) finds.add({ kind: 'handles grow', detail: `${handles} more of them` });
  return memory;
};

const outcomeOf = (taken, memory, ms) => {
  const last = taken.at(-1);
  const lag = Math.max(...taken.map(({ lagMs, healthMs }) => lagMs ?? healthMs));
  const rate = (count) => `${Math.round(count / (ms / 1000)).toLocaleString('en')}/s`;
  return {
    tried: [
      [last.requests, `requests (${rate(last.requests)})`],
      [last.callbacks, `callbacks (${rate(last.callbacks)})`],
    ],
    worst: `${memory.from.toFixed(0)} to ${memory.to.toFixed(0)} MiB${memory.isYoung ? ', still young' : ''}, lag ${lag.toFixed(0)} ms`,
    notes: [pointsOf(taken).map(lineOf).join('\n  ')],
  };
};

/** What is kept is as much as a user keeps by default. */
const maxExchanges = 100_000;

const start = async ({ product, folder }) => {
  const agent = await openRightAgent();
  const args = [agent.url];
  const journal = join(folder, 'journal.db');
  try {
    const platform = await openPlatform({ product, folder, journal, maxExchanges, args });
    return { agent, platform };
  } catch (error) {
    await agent.close();
    throw error;
  }
};

/** Requests and callbacks for as long as there is time: memory must stay what it was. */
export const runSoak = async (given) => {
  const { ms, signal } = given;
  const { agent, platform } = await start(given);
  const until = performance.now() + ms;
  const isOver = () => signal.aborted || performance.now() > until;
  const counts = { requests: 0 };
  const refused = new Map();
  const onAnswer = (status) => {
    counts.requests += 1;
    if (status !== 200) refused.set(`request ${status}`, counts.requests);
  };
  const context = { ...given, agent, platform, counts, refused, isOver };
  const common = { port: platform.port, onAnswer };
  const loads = ['list', 'get_game_link'].map((operation) =>
    createLoad({ ...common, clients: clients / 2, operation }),
  );
  try {
    const calls = Array.from({ length: callers }, (_, caller) => callForEver(context, caller));
    const [taken] = await Promise.all([watch(context, ms), ...calls]);
    return outcomeOf(taken, judge(context, taken), ms);
  } finally {
    for (const load of loads) load.stop();
    await platform.close();
    await agent.close();
  }
};
