import { writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { walletproof } from '../machine/paths.js';
import { median, ratiosOf } from '../results/statistics.ts';
import { filledJournal, roomy } from './filled-journal.js';
import { openAll } from './serving.js';

const part = 'journal';

/** A search for text says how far it came, and goes on from there. */
const nowhere = 'a-text-that-is-nowhere';

/** What is looked for: each finds as many rows in the short journal as in the long one. */
const questions = [
  { name: 'the last page', pathFor: () => '/exchanges?limit=100' },
  { name: 'an id', pathFor: (rows) => `/exchanges/exchange-${Math.floor(rows / 3)}` },
  { name: 'a player', pathFor: () => '/exchanges?limit=10&playerId=player-77' },
  { name: 'a status that is there', pathFor: () => '/exchanges?limit=10&status=500' },
  { name: 'a status that is not', pathFor: () => '/exchanges?limit=10&status=418' },
];

/** Searches of the admin API in a journal of 10,000 rows and in one of a hundred times as many. */
export const journal = {
  name: part,
  does: 'what the admin API is asked of 10,000 and of a million rows; text beside SQLite itself',
  measure: async ({ quick, guard, folder }) => {
    const sizes = quick ? [10_000, 100_000] : [10_000, 1_000_000];
    const config = join(folder, 'journal.yaml');
    await writeFile(config, roomy);
    const files = [];
    for (const rows of sizes) files.push(await filledJournal(folder, rows));
    const subjects = await openAll(files.map((file) => walletproof(file, '--config', config)));
    const agent = new Agent({ keepAlive: true });
    try {
      const asked = subjects.map(({ port, pid }, index) => ({
        port,
        pid,
        agent,
        rows: sizes[index],
      }));
      return [
        ...(await measureQuestions({ guard, quick, asked })),
        await measureText({ guard, quick, asked: asked[1], file: files[1] }),
      ];
    } finally {
      agent.destroy();
      await Promise.all(subjects.map((subject) => subject.close()));
    }
  },
};

const ask = async ({ port, agent }, path) =>
  await new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, agent, path: `/__admin${path}` }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${path} is answered ${response.statusCode}: ${text}`));
      });
    });
    request.on('error', reject);
  });

/** The median of milliseconds that a question takes. */
const timeQuestion = async (asked, path) => {
  const times = [];
  for (let count = 0; count < 20; count += 1) {
    const start = performance.now();
    await ask(asked, path);
    times.push(performance.now() - start);
  }
  return median(times);
};

const measureQuestions = async ({ guard, quick, asked }) => {
  const pids = asked.map(({ pid }) => pid);
  const results = [];
  for (const { name, pathFor } of questions) {
    const rounds = [];
    for (let round = 0; round < (quick ? 2 : 5); round += 1) {
      const times = [];
      for (const one of asked) {
        const measure = async () => await timeQuestion(one, pathFor(one.rows));
        times.push(await guard.quietly(measure, pids));
      }
      rounds.push(times);
    }
    results.push(questionResult(name, rounds, asked));
  }
  return results;
};

const questionResult = (name, rounds, asked) => {
  const [short, long] = asked.map((_, index) => rounds.map((times) => times[index]));
  const figures = asked.map(
    ({ rows }, index) => `${median([short, long][index]).toFixed(2)} ms at ${rows.toLocaleString('en')} rows`,
  );
  return {
    ...{ part, what: name, unit: 'times the short one', atMost: 2, better: 'less' },
    values: ratiosOf(long, short),
    note: figures.join(', '),
  };
};

const searchText = async (asked) => {
  let before = '';
  for (;;) {
    const page = await ask(asked, `/exchanges?text=${nowhere}${before}`);
    if (!page.more) return;
    before = `&beforeSeq=${page.searchedTo}`;
  }
};

const timed = async (work) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const measureText = async ({ guard, quick, asked, file }) => {
  const scan = openScan(file);
  const pids = [asked.pid];
  const rounds = [];
  try {
    scan.run();
    for (let round = 0; round < (quick ? 2 : 4); round += 1) {
      const own = await guard.quietly(async () => await timed(scan.run), pids);
      const ours = await guard.quietly(async () => await timed(() => searchText(asked)), pids);
      rounds.push({ own, ours });
    }
  } finally {
    scan.close();
  }
  const of = (key) => rounds.map((round) => round[key]);
  return {
    ...{ part, what: 'a text that is nowhere', unit: "times SQLite's scan", atMost: 1 },
    ...{ better: 'less', values: ratiosOf(of('ours'), of('own')) },
    note: `${median(of('ours')).toFixed(0)} and ${median(of('own')).toFixed(0)} ms`,
  };
};

/** The columns that a search for text looks into, as far as this file has them. */
const searched = [
  ...['id', 'session_id', 'player_id', 'transaction_id', 'request_id', 'url'],
  ...['request_body', 'answer_body', 'failure', 'failure_message'],
];

/** What anybody would ask SQLite for, of the same file. */
const openScan = (file) => {
  const database = new Database(file, { readonly: true });
  const columns = database.pragma('table_info(exchanges)').map(({ name }) => name);
  const where = searched
    .filter((column) => columns.includes(column))
    .map((column) => `CAST(${column} AS TEXT) LIKE '%${nowhere}%'`);
  const statement = database.prepare(`SELECT count(*) AS found FROM exchanges WHERE ${where.join(' OR ')}`);
  return {
    run: () => {
      if (statement.get().found !== 0) throw new Error('the text is there');
    },
    close: () => database.close(),
  };
};
