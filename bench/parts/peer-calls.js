import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openSubject } from '../machine/open-subject.js';
import { exampleAgent, paths } from '../machine/paths.js';
import { timeNode } from '../machine/time-command.js';
import { median, ratiosOf } from '../results/statistics.ts';
import { betsOf } from './calls.js';

const run = promisify(execFile);

const part = 'peers';
const calls = 1_000;

const inModules = (path) => join(paths.peers, 'node_modules', path);

/** Newman plays so many signed calls; autocannon sends one again and again, over one connection. */
export const peerCalls = async ({ quick, guard, folder }) => {
  const scenario = join(folder, 'peer-calls.yaml');
  await writeFile(scenario, betsOf(calls));
  const agent = await openSubject(exampleAgent);
  const url = `http://127.0.0.1:${agent.port}/callback`;
  const rounds = [];
  try {
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      const timeOf = async (args) => await guard.quietly(async () => (await timeNode(args)).wall, [agent.pid]);
      rounds.push({
        walletproof: await timeOf([paths.executable, 'play', scenario, '--callback-url', url]),
        script: await timeOf([paths.subject('bare-calls.js'), url, String(calls), 'node']),
        newman: await timeOf(newmanOf(url)),
        autocannon: await guard.quietly(async () => await cannonade(url), [agent.pid]),
      });
    }
  } finally {
    await agent.close();
  }
  return resultsOf(rounds);
};

const newmanOf = (url) => [
  ...[inModules('newman/bin/newman.js'), 'run', join(paths.peers, 'newman.json')],
  ...['--iteration-count', String(calls), '--reporters', 'json'],
  ...['--reporter-json-export', '/dev/null'],
  ...['--env-var', `callbackUrl=${url}`, '--env-var', `nonce=${Date.now().toString(36)}`],
];

/** Milliseconds of as many calls as the others send, from what it sends in two seconds. */
const cannonade = async (url) => {
  const body = JSON.stringify({
    ...{ agent_id: 1001, currency: 'USD', game_id: 101, language: 'en', player_id: 'player-1' },
    ...{ player_username: 'Player One', request_id: 'r-1', session_id: 's-1', type: 'getBalance' },
  });
  const signature = createHmac('sha256', 'test-token').update(body).digest('hex');
  const { stdout } = await run(process.execPath, [
    ...[inModules('autocannon/autocannon.js'), '--json', '-c', '1', '-d', '2', '-m', 'POST'],
    ...['-H', 'content-type=application/json', '-H', `x-signature=${signature}`, '-b', body, url],
  ]);
  const { requests, non2xx, duration } = JSON.parse(stdout);
  if (non2xx > 0) throw new Error(`${non2xx} calls of autocannon were refused`);
  return (duration * 1000 * calls) / requests.total;
};

const sentences = {
  script: "1,000 makeBets beside a script on node's own request, with start",
  newman: '1,000 makeBets beside Newman, with start',
  autocannon: '1,000 makeBets with start beside autocannon, which signs and checks nothing',
};

const resultsOf = (rounds) => {
  const of = (key) => rounds.map((round) => round[key]);
  return Object.entries(sentences).map(([name, what]) => ({
    ...{ part, what, unit: 'times as fast' },
    values: ratiosOf(of(name), of('walletproof')),
    note: `${name} ${median(of(name)).toFixed(0)} ms, walletproof ${median(of('walletproof')).toFixed(0)}`,
  }));
};
