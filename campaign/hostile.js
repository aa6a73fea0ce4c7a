import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openPlatform, watchHealth } from './platform.js';

/** So many agents are met at once; more would make the machine the reason of what is late. */
const lanes = 2;
/** Nothing that an agent does may hold a command longer, on the busiest machine. */
const longestMs = 120_000;
const longestEndMs = 10_000;

/** What `test` and `trigger` may end with: done, told as wrong, not to be judged. */
const ends = [0, 1, 3];

/** A run plays what shows one of these: the whole suite would meet few agents. */
const words = ['BAL-05', 'BET-12', 'BET-17', 'IDEM-06', 'RB-12', 'ERR-04', 'CON-01', 'SIG-05'];

/** What a terminal or the log of a CI obeys, and what nobody should see. */
const faults = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  [/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/, 'a control character'],
  [/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/, 'a mark of direction'],
  [/^\s*::[a-z-]+(?: [^\n]*)?::/m, 'a command of GitHub at the start of a line'],
  [/^\s*##(?:vso|teamcity)?\[/m, 'a command of a CI at the start of a line'],
  [/^\s+at .+:\d+:\d+\)?$/m, 'a stack trace'],
];

const around = (text, index) => JSON.stringify(text.slice(Math.max(0, index - 80), index + 80));

/** What is wrong with what a command wrote, as `{ kind, detail }`. */
const judgeOutput = (text, token) => {
  const found = faults.flatMap(([pattern, what]) => {
    const match = pattern.exec(text);
    return match === null ? [] : [{ kind: `${what} in the output`, detail: around(text, match.index) }];
  });
  const place = text.indexOf(token);
  if (place >= 0) found.push({ kind: 'the token in the output', detail: around(text, place) });
  return found;
};

/** Runs a command to its end: `{ code, output, isHung }`. `code`: the name of a signal where one ended it. */
const runCommand = ({ product, args, folder, signal }) =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, HOME: folder };
    const limits = { timeout: longestMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024, signal };
    execFile(process.execPath, [product, ...args], { cwd: folder, env, ...limits }, (error, stdout, stderr) => {
      const isHung = error?.killed === true && error.signal === 'SIGKILL';
      resolve({ code: error?.signal ?? error?.code ?? 0, output: stdout + stderr, isHung });
    });
  });

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

/** A command that calls the agent, to its end. */
const tryCommand =
  (word, more) =>
  async (context, { agent, url, folder, dice }) => {
    const { product, signal, token } = context;
    const args = [...word, ...commonArgs(agent, url, { token, dice }), ...more(dice)];
    const ran = await runCommand({ product, args, folder, signal });
    const verdicts = word[0] === 'trigger' ? (agent.oneCall ?? agent.verdicts) : agent.verdicts;
    return judgeRun(ran, { token, allowed: allowedFor(verdicts) });
  };

const tryTest = tryCommand(['test'], (dice) => [
  ...['--patience', '1ms', '--only', words[dice.integer(0, words.length - 1)]],
]);

const tryTrigger = tryCommand(['trigger', 'makeBet'], () => ['--bet', '1']);

const callByHand = async (platform, found) => {
  const answer = await fetch(`${platform.url}/__admin/trigger`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'makeBet', playerId: 'player-1', currency: 'USD', bet: '1', win: '0' }),
    signal: AbortSignal.timeout(longestMs),
  });
  const text = await answer.text();
  if (answer.status !== 200)
    found.push({ kind: 'a callback by hand', detail: `${answer.status} ${text.slice(0, 300)}` });
};

const tryServe = async (context, { agent, url, folder }) => {
  const { product, token } = context;
  const found = [];
  const journal = join(folder, 'journal.db');
  const args = [url, '--token', token, '--timeout', '500ms', '--verbose', ...(agent.options ?? [])];
  const platform = await openPlatform({ product, folder, journal, args });
  const stopHealth = watchHealth(platform, (find) => found.push(find));
  try {
    await Promise.all([callByHand(platform, found), callByHand(platform, found)]);
  } catch (error) {
    found.push({ kind: 'a callback by hand', detail: String(error) });
  } finally {
    await stopHealth();
    const ms = await platform.close();
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
