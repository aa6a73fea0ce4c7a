import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createRequests, getOf, postOf } from '../load/create-requests.js';
import { inTurn, load } from '../load/load.js';
import { inRounds } from '../machine/in-rounds.js';
import { openSubject } from '../machine/open-subject.js';
import { paths, walletproof } from '../machine/paths.js';
import { memoryOf } from '../machine/processor-time.js';
import { median, ratiosOf } from '../results/statistics.ts';
import { peerCalls } from './peer-calls.js';

const run = promisify(execFile);

const part = 'peers';

const at = (path) => join(paths.peers, path);
const inModules = (path) => at(join('node_modules', path));
const link = postOf('/api/games/get_game_link', '{}');

/** Servers that answer a launch link by rote: no signature is checked, no exchange is kept. */
const stubs = [
  {
    name: 'Mockoon',
    args: [
      ...[inModules('@mockoon/cli/bin/run.js'), 'start', '--data', at('openapi.json')],
      ...['--port', '4611', '--disable-log-to-file', '--disable-admin-api'],
    ],
    ready: /Server started on port (\d+)/,
    next: () => link,
  },
  {
    name: 'Prism',
    args: [inModules('@stoplight/prism-cli/dist/index.js'), 'mock', '-p', '4612', at('openapi.json')],
    ready: /listening on http:\/\/127\.0\.0\.1:(\d+)/,
    next: () => link,
  },
  {
    name: 'mountebank',
    args: [
      ...[inModules('mountebank/bin/mb'), 'start', '--port', '4610', '--nologfile'],
      ...['--configfile', at('imposters.json'), '--pidfile', at('node_modules/.mb.pid')],
    ],
    ready: /\[http:(4613)\] Open for business/,
    next: () => link,
  },
  {
    name: 'json-server',
    args: [
      ...[inModules('json-server/lib/cli/bin.js'), '--host', '127.0.0.1', '--port', '4614'],
      at('json-server.json'),
    ],
    ready: /http:\/\/127\.0\.0\.1:(\d+)\/get_game_link/,
    next: () => getOf('/get_game_link'),
  },
];

/** Programs that people use for a part of this, in the same rounds; each does less. */
export const peers = {
  name: part,
  does: 'Mockoon, Prism, mountebank and json-server; Newman and autocannon',
  missing: async ({ quick }) => await installPeers(quick),
  measure: async ({ quick, guard, folder }) => {
    const journal = join(folder, 'peers.db');
    const ours = { ...walletproof(journal), next: inTurn(createRequests('get_game_link', 64)) };
    const rounds = await inRounds([ours, ...stubs], {
      ...{ guard, rounds: quick ? 1 : 4 },
      measure: tryOut,
    });
    return [...stubs.flatMap(({ name }) => stubResults(name, rounds)), ...(await peerCalls({ quick, guard, folder }))];
  },
};

/** Installs them when they are first asked for; why they are left out where that cannot be. */
const installPeers = async (quick) => {
  if (existsSync(inModules('newman'))) return undefined;
  if (quick) return 'not installed; a whole run installs them';
  try {
    const order = ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'];
    await run('npm', order, { cwd: paths.peers, timeout: 300_000 });
    return undefined;
  } catch (error) {
    const [sentence] = String(error.stderr || error.message)
      .trim()
      .split('\n')
      .slice(-1);
    return `they could not be installed: ${sentence}`;
  }
};

/** Start to first answer, answers a second, memory: one life of a server. */
const tryOut = async (subject) => {
  const begin = performance.now();
  const open = await openSubject(subject);
  try {
    const order = { port: open.port, next: subject.next };
    await askUntilAnswered({ ...order, connections: 1, durationMs: 0 });
    const start = performance.now() - begin;
    const idle = memoryOf(open.pid).now;
    await load({ ...order, connections: 50, durationMs: 500 });
    const { rate } = await load({ ...order, connections: 50, durationMs: 1_000 });
    return { start, rate, idle, most: memoryOf(open.pid).most };
  } finally {
    await open.close();
  }
};

/** Some say that they are ready before they listen. */
const askUntilAnswered = async (order) => {
  for (let attempts = 1000; ; attempts -= 1) {
    try {
      return await load(order);
    } catch (error) {
      if (error.code !== 'ECONNREFUSED' || attempts === 0) throw error;
      await pause(5);
    }
  }
};

const megabytes = (bytes) => Math.round(bytes / 1024 ** 2);

const stubResults = (name, rounds) => {
  const of = (one, key) => rounds.map((round) => round[one][key]);
  const figures = (one) => {
    const [start, rate, idle, most] = ['start', 'rate', 'idle', 'most'].map((key) => median(of(one, key)));
    const memory = `${megabytes(idle)} MB, ${megabytes(most)} under load`;
    return `${one} ${start.toFixed(0)} ms, ${Math.round(rate)} a second, ${memory}`;
  };
  return [
    {
      ...{ part, what: `launch links beside ${name}`, unit: 'times as many' },
      values: ratiosOf(of('walletproof', 'rate'), of(name, 'rate')),
      note: [name, 'walletproof'].map(figures).join('; '),
    },
    {
      ...{ part, what: `first answer beside ${name}`, unit: 'times as early' },
      values: ratiosOf(of(name, 'start'), of('walletproof', 'start')),
    },
  ];
};
