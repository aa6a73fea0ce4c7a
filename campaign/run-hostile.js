import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { judgeOutput } from './judge-output.js';
import { openPlatform } from './open-platform.js';
import { runCommand } from './run-command.js';
import { judgeHealth, watchHealth } from './watch-health.js';

/** So many agents are met at once; more would make the machine the reason of what is late. */
const lanes = 2;
/** Nothing that an agent does may hold a command longer, on the busiest machine. */
const longestMs = 120_000;
const longestEndMs = 10_000;

/** What `test` and `trigger` may end with: done, told as wrong, not to be judged. */
const ends = [0, 1, 3];

/** A run plays what shows one of these: the whole suite would meet few agents. */
const words = ['BAL-05', 'BET-12', 'BET-17', 'IDEM-06', 'RB-12', 'ERR-04', 'CON-01', 'SIG-05'];

const commonArgs = (agent, url, { token, dice }) => [
  ...[url, '--token', token, '--no-color', '--timeout', '500ms', '--seed', String(dice.integer(1, 9999))],
  ...['--player', 'player-1:USD,EUR', '--player', 'player-2:USD', ...(agent.options ?? [])],
];

/** Who is right is told to be; of the others each call alone may be right, or say nothing. */
const allowedFor = (verdicts) => (verdicts.length === 1 && verdicts[0] === 'conformant' ? [0] : ends);

const judgeRun = ({ code, output, isHung }, { token, allowed }) => {
  if (isHung) return [{ kind: 'a hang', detail: `no end within ${longestMs / 1000} s` }];
  const found = judgeOutput(output, token);
  if (allowed.includes(code)) return found;
  const detail = `exit code ${code} instead of ${allowed.join(' or ')}: ${output.slice(-300)}`;
  return [...found, { kind: 'an exit code', detail }];
};

const tryTest = async (context, { agent, url, folder, dice }) => {
  const { product, signal, token } = context;
  const word = words[dice.integer(0, words.length - 1)];
  const args = ['test', ...commonArgs(agent, url, { token, dice }), '--patience', '1ms', '--only', word];
  const ran = await runCommand({ product, args, folder, longestMs, signal });
  return judgeRun(ran, { token, allowed: allowedFor(agent.verdicts) });
};

const tryTrigger = async (context, { agent, url, folder, dice }) => {
  const { product, signal, token } = context;
  const args = ['trigger', 'makeBet', ...commonArgs(agent, url, { token, dice }), '--bet', '1'];
  const ran = await runCommand({ product, args, folder, longestMs, signal });
  return judgeRun(ran, { token, allowed: allowedFor(agent.oneCall ?? agent.verdicts) });
};

const askOnce = async (url, path, { body, timeoutMs }) => {
  const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const answer = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  return { status: answer.status, text: await answer.text() };
};

const callByHand = async (platform, found) => {
  const body = JSON.stringify({
    type: 'makeBet',
    playerId: 'player-1',
    currency: 'USD',
    bet: '1',
    win: '0',
  });
  const given = { body, timeoutMs: longestMs };
  const { status, text } = await askOnce(platform.url, '/__admin/trigger', given);
  if (status !== 200) found.push({ kind: 'a callback by hand', detail: `${status} ${text.slice(0, 300)}` });
};

const tryServe = async (context, { agent, url, folder }) => {
  const { product, token } = context;
  const found = [];
  const journal = join(folder, 'journal.db');
  const args = [url, '--token', token, '--timeout', '500ms', '--verbose', ...(agent.options ?? [])];
  const platform = await openPlatform({ product, folder, journal, args });
  const health = watchHealth(platform);
  try {
    await Promise.all([callByHand(platform, found), callByHand(platform, found)]);
  } catch (error) {
    found.push({ kind: 'a callback by hand', detail: String(error) });
  } finally {
    found.push(...judgeHealth(await health.stop()));
    const { ms } = await platform.close();
    if (ms > longestEndMs) found.push({ kind: 'no end by SIGTERM', detail: `${ms.toFixed(0)} ms` });
  }
  return [...found, ...judgeOutput(platform.log(), token)];
};

const subjects = [
  ['test', tryTest],
  ['trigger', tryTrigger],
  ['serve', tryServe],
];

/** One agent against one command. */
const meet = async (context, { agent, subject, number }) => {
  const [name, attempt] = subject;
  const folder = join(context.folder, String(number));
  mkdirSync(folder, { recursive: true });
  const open = await agent.open();
  try {
    const dice = context.dice.fork(`run ${number}`);
    const found = await attempt(context, { agent, url: open.url, folder, dice });
    for (const { kind, detail } of context.signal.aborted ? [] : found) {
      const reproduction = `walletproof ${name} against the agent "${agent.name}" of test/hostile`;
      context.finds.add({ kind: `${name}, ${agent.name}: ${kind}`, detail, reproduction });
    }
  } finally {
    await open.close();
  }
  context.counts[name] += 1;
  context.names.add(agent.name);
};

/** Every pair once in an order that chance gives, then again. */
const drawPairs = function* (agents, dice) {
  const pairs = agents.flatMap((agent) => subjects.map((subject) => ({ agent, subject })));
  let number = 0;
  for (;;) {
    for (const pair of dice.shuffle(pairs)) {
      number += 1;
      yield { ...pair, number };
    }
  }
};

/** Hostile agents in random order against `test`, `trigger` and `serve`. */
export const runHostile = async (given) => {
  const { hostileAgents } = await import('../test/hostile/agents.ts');
  const { hostileToken } = await import('../test/hostile/hostile-agent.ts');
  const until = performance.now() + given.ms;
  const counts = { test: 0, trigger: 0, serve: 0 };
  const context = { ...given, token: hostileToken, counts, names: new Set() };
  const pairs = drawPairs(hostileAgents, given.dice);
  const lane = async () => {
    while (performance.now() < until && !given.signal.aborted) await meet(context, pairs.next().value);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const tried = Object.entries(counts).map(([name, count]) => [count, `runs of ${name}`]);
  return { tried: [...tried, [context.names.size, `of ${hostileAgents.length} agents`]] };
};
