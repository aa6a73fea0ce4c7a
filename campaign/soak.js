import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLoad, openRightAgent } from './load.js';
import { openPlatform } from './platform.js';

const clients = 8;
const callers = 8;
/** Memory is compared with what it was after so many calls, requests and callbacks together. */
const settledCalls = 100_000;
/** Where there are fewer, with what it was after this part of the time: then the process is young. */
const settledPart = 1 / 3;
const mostGrowth = 1.2;
/** A young process still fills what is bounded: so much a call, in bytes, and no more. */
const youngBytes = 16_384;
const mostMoreHandles = 200;
const samples = 60;
const mib = 1024 * 1024;
/** What is kept is as much as a user keeps by default. */
const maxExchanges = 100_000;

/** Resident memory, MiB, and open descriptors of a process; Linux only. */
const usageOf = (pid) => {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { rss: Number(kib) / 1024, handles: readdirSync(`/proc/${pid}/fd`).length };
};

/** Callbacks by hand, one after another; each is told with its answer. */
const callForEver = async ({ platform, refused, isOver }, caller) => {
  const body = JSON.stringify({ type: 'makeBet', playerId: `player-${caller}`, currency: 'USD', bet: '1', win: '1' });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  while (!isOver()) {
    const answer = await fetch(`${platform.url}/__admin/trigger`, init);
    await answer.arrayBuffer();
    if (answer.status !== 200) refused.add(`callback ${answer.status}`);
  }
};

const watch = async ({ platform, counts, agent, isOver, ms }) => {
  const taken = [];
  const began = performance.now();
  while (!isOver()) {
    await delay(Math.max(50, ms / samples));
    const asked = performance.now();
    await platform.health();
    const healthMs = performance.now() - asked;
    const calls = { requests: counts.requests, callbacks: agent.count() };
    taken.push({ ...usageOf(platform.pid), ...calls, healthMs, seconds: (asked - began) / 1000 });
  }
  return taken;
};

const middle = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/** Memory around a sample: collecting garbage makes it go up and down. */
const rssAround = (taken, place) => middle(taken.slice(Math.max(0, place - 2), place + 3).map(({ rss }) => rss));

const callsOf = ({ requests, callbacks }) => requests + callbacks;

/** The first sample that counts, what memory was there, and what it is in the end. */
const judgeMemory = (taken) => {
  const settled = taken.findIndex((each) => callsOf(each) >= settledCalls);
  const isYoung = settled < 0 || settled > taken.length * 0.8;
  const first = taken[isYoung ? Math.floor(taken.length * settledPart) : settled];
  const from = rssAround(taken, taken.indexOf(first));
  const to = rssAround(taken, taken.length - 1);
  const grown = (callsOf(taken.at(-1)) - callsOf(first)) * (isYoung ? youngBytes : 0);
  return { first, from, to, isYoung, isFlat: to <= Math.max(from * mostGrowth, from + grown / mib) };
};

const lineOf = ({ seconds, requests, callbacks, rss, handles, healthMs }) =>
  `${seconds.toFixed(0)} s: ${requests.toLocaleString('en')} requests, ${callbacks.toLocaleString('en')} callbacks, ` +
  `${rss.toFixed(0)} MiB, ${handles} handles, health in ${healthMs.toFixed(0)} ms`;

const judge = ({ finds, refused, seed }, taken) => {
  for (const kind of refused) finds.add({ kind, detail: 'instead of 200' });
  const memory = judgeMemory(taken);
  const { first, from, to } = memory;
  if (!memory.isFlat) {
    const detail = `${from.toFixed(0)} MiB after ${lineOf(first)}, and ${to.toFixed(0)} MiB in the end`;
    finds.add({ kind: 'memory grows', detail, reproduction: `--only soak --seed ${seed}` });
  }
  const handles = taken.at(-1).handles - first.handles;
  if (handles > mostMoreHandles) finds.add({ kind: 'handles grow', detail: `${handles} more of them` });
  return memory;
};

const outcomeOf = (taken, { from, to, isYoung }) => {
  const { requests, callbacks } = taken.at(-1);
  const latest = Math.max(...taken.map(({ healthMs }) => healthMs));
  const points = taken.filter((_, place) => place % Math.ceil(taken.length / 5) === 0 || place === taken.length - 1);
  return {
    tried: [
      [requests, 'requests'],
      [callbacks, 'callbacks'],
    ],
    worst: `${from.toFixed(0)} to ${to.toFixed(0)} MiB${isYoung ? ', still young' : ''}, health in ${latest.toFixed(0)} ms`,
    notes: [points.map(lineOf).join('\n  ')],
  };
};

/** Requests and callbacks for as long as there is time: memory must stay what it was. */
export const runSoak = async (given) => {
  const { product, folder, ms, signal } = given;
  const until = performance.now() + ms;
  const agent = await openRightAgent();
  try {
    const journal = join(folder, 'journal.db');
    const platform = await openPlatform({ product, folder, journal, maxExchanges, args: [agent.url] });
    const counts = { requests: 0 };
    const refused = new Set();
    const onAnswer = (status) => {
      counts.requests += 1;
      if (status !== 200) refused.add(`request ${status}`);
    };
    const isOver = () => signal.aborted || performance.now() > until;
    const context = { ...given, agent, platform, counts, refused, isOver };
    const loads = ['list', 'get_game_link'].map((operation) =>
      createLoad({ port: platform.port, onAnswer, clients: clients / 2, operation }),
    );
    try {
      const calls = Array.from({ length: callers }, (_, caller) => callForEver(context, caller));
      const [taken] = await Promise.all([watch(context), ...calls]);
      return outcomeOf(taken, judge(context, taken));
    } finally {
      await Promise.all(loads.map((load) => load.stop()));
      await platform.close();
    }
  } finally {
    await agent.close();
  }
};
