import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { createRequest, createRequests } from '../load/create-requests.js';
import { sendAll } from '../load/load.js';
import { inRounds } from '../machine/in-rounds.js';
import { walletproof } from '../machine/paths.js';
import { pinApart } from '../machine/pin.js';
import { median, ratiosOf } from '../results/statistics.ts';
import { filledJournal, roomy } from './filled-journal.js';
import { latencySlice, loadSlice, openAll } from './serving.js';

const part = 'serving-when-full';
const operation = 'get_game_link';
const games = 10_000;
const openSessions = 1_000;

/** The same platform with much to remember, beside one that has nothing: it must not be slower. */
export const servingWhenFull = {
  name: part,
  does: '1,000 sessions open, 100,000 players, 10,000 games, a journal of a million rows',
  measure: async ({ quick, guard, folder }) => {
    const sizes = quick ? { players: 10_000, rows: 100_000 } : { players: 100_000, rows: 1_000_000 };
    const subjects = await openAll([
      { ...walletproof(join(folder, 'empty.db')), name: 'empty' },
      { ...(await fullPlatform(folder, sizes.rows)), name: 'full' },
    ]);
    const [, full] = subjects;
    const close = await openGamePages(full.port);
    const unpin = pinApart(subjects.map(({ pid }) => pid));
    try {
      const seen = createRequests(operation, sizes.players);
      await sendAll({ port: full.port, requests: seen, connections: 50 });
      return await compareBoth({ subjects, guard, quick, sizes });
    } finally {
      unpin();
      close();
      await Promise.all(subjects.map((subject) => subject.close()));
    }
  },
};

const fullPlatform = async (folder, rows) => {
  const list = Array.from({ length: games }, (_, index) => ({
    ...{ id: 101 + index, title: `Game ${index}`, brand: 'Northlight', demo: true },
    image_url: `https://games.example/images/${index}.png`,
  }));
  await writeFile(join(folder, 'games.json'), JSON.stringify(list));
  const config = join(folder, 'full.yaml');
  await writeFile(config, `${roomy}games: games.json\n`);
  return walletproof(await filledJournal(folder, rows), '--config', config);
};

/** Opens games, and keeps the events of their pages open; the function returned ends that. */
const openGamePages = async (port) => {
  const requests = Array.from({ length: openSessions }, (_, number) => createRequest(operation, 1_000_000 + number));
  const answers = await sendAll({ port, requests, connections: 50 });
  const pages = await Promise.all(
    answers.map(async (answer) => {
      const [, path] = /"url":"https?:\\?\/\\?\/[^/\\]+([^"]+)"/.exec(answer.toString());
      return await openEvents(port, path.replaceAll('\\/', '/'));
    }),
  );
  return () => {
    for (const page of pages) page.destroy();
  };
};

const openEvents = async (port, path) =>
  await new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path: `${path}/api/events` }, (response) => {
      response.on('error', () => undefined).resume();
      if (response.statusCode === 200) resolve(request);
      else reject(new Error(`the page of a game is answered ${response.statusCode}`));
    });
    request.on('error', reject);
  });

const compareBoth = async ({ subjects, guard, quick, sizes }) => {
  const nextRequests = playersInTurn(sizes.players);
  const underLoad = async (subject) => await loadSlice(subject, { requests: nextRequests() });
  for (const subject of subjects) await underLoad(subject);
  const rounds = quick ? 2 : 6;
  const loads = await inRounds(subjects, { guard, rounds, measure: underLoad });
  const rate = median(loads.map(({ empty }) => empty.rate)) / 2;
  const latencies = await inRounds(subjects, {
    ...{ guard, rounds },
    measure: async (subject) => await latencySlice(subject, { rate, durationMs: 1_000, requests: nextRequests() }),
  });
  return resultsOf(loads, latencies, sizes);
};

/** Other players in every slice, so that all come by. */
const playersInTurn = (players) => {
  let first = 0;
  return () => {
    first = (first + 5_000) % players;
    return Array.from({ length: 5_000 }, (_, index) => createRequest(operation, first + index));
  };
};

const resultsOf = (loads, latencies, { players, rows }) => {
  const rates = (name) => loads.map((round) => round[name].rate);
  const p99s = (name) => latencies.map((round) => round[name].p99);
  const [rate, full] = ['empty', 'full'].map((name) => Math.round(median(rates(name))));
  return [
    {
      ...{ part, what: 'get_game_link, throughput', unit: 'times an empty one' },
      // As fast, but for what two slices of one server differ by.
      ...{ atLeast: 0.95, better: 'more' },
      values: ratiosOf(rates('full'), rates('empty')),
      note: `${rate} and ${full} a second; ${players} players, ${games} games, ${rows} rows`,
    },
    {
      ...{ part, what: "get_game_link, p99 at half of an empty one's rate", better: 'less' },
      ...{ unit: 'times an empty one', atMost: 1.25 },
      values: ratiosOf(p99s('full'), p99s('empty')),
    },
  ];
};
