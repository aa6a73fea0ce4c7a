import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLoad } from '../create-load.js';
import { openPlatform } from '../open-platform.js';
import { watchHealth } from '../watch-health.js';
import { harms } from './harms.js';
import { judgeRound } from './judge-round.js';
import { openDisk } from './open-disk.js';

/** How long a round goes before the harm, under it and behind it. */
const beforeMs = 700;
const harmMs = 2_000;
/** A platform has noticed, and begun a new journal where it must, after this long. */
const noticeMs = 1_500;
const afterMs = 700;
const clients = 3;
const pauseMs = 10;
const pageOfRows = 500;

/** Every request_id that the journal has, as the admin API shows it; also of one in memory. */
const keptIds = async ({ url }) => {
  const ids = new Set();
  for (let afterSeq = 0; ; ) {
    const page = await fetch(`${url}/__admin/exchanges?limit=${pageOfRows}&afterSeq=${afterSeq}`);
    const { rows } = await page.json();
    for (const { requestId, subject } of rows) ids.add(requestId ?? subject?.requestId);
    if (rows.length === 0) return ids;
    afterSeq = rows.at(-1).seq;
  }
};

const openClients = (platform) => {
  const answered = [];
  const refused = [];
  const load = createLoad({
    ...{ port: platform.port, clients, operation: 'list', pauseMs },
    onAnswer: (status, id) => (status === 200 ? answered : refused).push({ id, at: performance.now() }),
  });
  const stop = async () => {
    load.stop();
    await load.ended;
    return { answered, refused: refused.length, stoppedAt: performance.now() };
  };
  return { stop };
};

/** Harms the journal while the platform works; gives everything that can be judged of it. */
const play = async ({ platform, disk, journal, dice, harm }) => {
  const health = watchHealth(platform);
  const load = openClients(platform);
  await delay(beforeMs);
  const undo = harm.act({ disk, journal, dice, pid: platform.pid });
  try {
    await delay(harmMs);
  } finally {
    undo();
  }
  await delay(noticeMs);
  const healedAt = performance.now();
  await delay(afterMs);
  const asked = await load.stop();
  await delay(300);
  const kept = await keptIds(platform).catch(() => new Set());
  const last = await platform.health(30_000).catch(() => ({}));
  const seen = await health.stop();
  return { ...asked, healedAt, kept, seen, health: last, harm };
};

/** Why a platform does not start on this journal; undefined where it does. */
const startAgain = async (given) => {
  try {
    const platform = await openPlatform(given);
    await platform.close();
    return undefined;
  } catch (error) {
    return error.message.slice(0, 500);
  }
};

const playRound = async (given, { harm, number }) => {
  const { product, folder, dice, finds } = given;
  const own = join(folder, String(number));
  mkdirSync(own, { recursive: true });
  const disk = openDisk(join(own, 'disk'));
  try {
    const journal = join(disk.folder, 'journal.db');
    const start = { product, folder: own, journal };
    const platform = await openPlatform(start);
    const played = await play({
      platform,
      disk,
      journal,
      harm,
      dice: dice.fork(`round ${number}`),
    });
    const { ms: endMs } = await platform.close();
    const restart = await startAgain(start);
    for (const { kind, detail } of judgeRound({ ...played, endMs, restart, log: platform.log() })) {
      const reproduction = `${harm.name}, on ${disk.kind}, for ${harmMs} ms under ${clients} clients`;
      finds.add({ kind: `${harm.name}: ${kind}`, detail, reproduction });
    }
    return {
      disk: disk.kind,
      slowest: Math.max(...played.seen.map(({ ms }) => ms)),
      endMs,
      answered: played.answered.length,
    };
  } finally {
    disk.close();
  }
};

/** Every harm once in an order that chance gives, then again. */
const drawHarms = function* (dice) {
  for (;;) yield* dice.shuffle(harms);
};

/** The disk and the file of the journal are harmed while `serve` works. */
export const runDurability = async (given) => {
  const until = performance.now() + given.ms;
  const order = drawHarms(given.dice);
  const rounds = [];
  while (performance.now() < until && !given.signal.aborted) {
    const number = rounds.length + 1;
    rounds.push(await playRound(given, { harm: order.next().value, number }));
  }
  const most = (name) => Math.max(0, ...rounds.map((round) => round[name]));
  return {
    tried: [
      [rounds.length, `harms, on ${rounds[0]?.disk ?? 'nothing'}`],
      [rounds.reduce((sum, { answered }) => sum + answered, 0), 'answered'],
    ],
    worst: `health after ${most('slowest').toFixed(0)} ms, ended after ${most('endMs').toFixed(0)} ms`,
  };
};
