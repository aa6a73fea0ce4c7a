import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inRounds } from '../machine/in-rounds.js';
import { openSubject } from '../machine/open-subject.js';
import { exampleAgent, paths } from '../machine/paths.js';
import { timeNode } from '../machine/time-command.js';
import { median, ratiosOf } from '../results/statistics.ts';

const run = promisify(execFile);

const part = 'load';
/** What is taken off: a process that starts, warms up, and sends so many. */
const few = 5_000;
const many = 25_000;

const autocannon = join(paths.peers, 'node_modules/autocannon/autocannon.js');

const ownCalls = (sender) => (url, count) => [...paths.ofSources('load-calls.js'), sender, url, String(count)];

const fixedBody = JSON.stringify({
  ...{ agent_id: 1001, currency: 'USD', game_id: 101, language: 'en', player_id: 'player-1' },
  ...{ player_username: 'Player One', request_id: 'r-1', session_id: 's-1', type: 'getBalance' },
});

const cannonade = (url, count) => {
  const signature = createHmac('sha256', 'test-token').update(fixedBody).digest('hex');
  return [
    ...[autocannon, '-c', '50', '-a', String(count), '-m', 'POST', '-b', fixedBody],
    ...['-H', 'content-type=application/json', '-H', `x-signature=${signature}`, url],
  ];
};

const callers = [
  { name: 'walletproof', argsFor: ownCalls('walletproof') },
  { name: 'undici', atMost: 1.2, argsFor: ownCalls('undici') },
  { name: 'autocannon', atMost: 1, argsFor: cannonade, file: autocannon },
];

/** CPU of a callback of a load, signed and checked, beside clients that sign and check nothing. */
export const load = {
  name: part,
  does: 'CPU of a callback, signed and checked, beside undici and autocannon with one presigned body',
  measure: async ({ quick, guard, folder }) => {
    const results = [];
    for (const agent of [exampleAgent, await buildGoAgent(folder)]) {
      if (agent === undefined) continue;
      results.push(...(await measureAt(agent, { quick, guard })));
    }
    return results;
  },
};

/** An agent in a compiled language, which waits for nobody's JavaScript; none where Go is not there. */
const buildGoAgent = async (folder) => {
  const command = join(folder, 'go-agent');
  try {
    await run('go', ['build', '-o', command, '.'], { cwd: paths.goAgent, timeout: 120_000 });
  } catch (error) {
    console.log(`the Go agent is left out: ${String(error.message).trim().split('\n')[0]}`);
    return undefined;
  }
  const env = { ...process.env, PORT: '0', DATABASE: join(folder, 'go-agent.jsonl') };
  return { name: 'Go agent', command, args: [], env };
};

/** The part `peers` installs it in a whole run. */
const isThere = ({ name, file }) => {
  if (file === undefined || existsSync(file)) return true;
  console.log(`${name} is left out: it is not installed`);
  return false;
};

const measureAt = async (agent, { quick, guard }) => {
  const open = await openSubject(agent);
  try {
    const url = `http://127.0.0.1:${open.port}/callback`;
    const subjects = callers.filter(isThere).map((caller) => ({ ...caller, pid: open.pid }));
    const cpuOf = (count) => async (caller) => (await timeNode(caller.argsFor(url, count))).cpu;
    const rounds = quick ? 2 : 6;
    const short = await inRounds(subjects, { guard, rounds, measure: cpuOf(few) });
    const long = await inRounds(subjects, { guard, rounds, measure: cpuOf(many) });
    const costs = (name) => long.map((round, index) => ((round[name] - short[index][name]) * 1000) / (many - few));
    return subjects.slice(1).map((peer) => resultOf(agent, peer, costs));
  } finally {
    await open.close();
  }
};

const resultOf = (agent, { name, atMost }, costs) => {
  const figures = ['walletproof', name].map((one) => `${one} ${median(costs(one)).toFixed(0)} µs`);
  return {
    ...{ part, what: `a callback beside ${name}, ${agent.name}, CPU`, unit: 'times', atMost },
    ...{ better: 'less', note: `${figures.join(', ')} a callback` },
    values: ratiosOf(costs('walletproof'), costs(name)),
  };
};
