import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inRounds } from '../machine/in-rounds.js';
import { openSubject } from '../machine/open-subject.js';
import { exampleAgent, paths } from '../machine/paths.js';
import { timeNode } from '../machine/time-command.js';
import { median, ratiosOf } from '../results/statistics.ts';

const run = promisify(execFile);

const part = 'calls';
const many = 1_000;
/** What is taken off: a process that starts, and sends so few. */
const few = 2;

const callers = [
  {
    name: 'walletproof',
    argsFor: (url, count, folder) => [
      ...[paths.executable, 'play', join(folder, `${count}.yaml`)],
      ...['--callback-url', url],
    ],
  },
  {
    name: "node's own request",
    atMost: 3,
    argsFor: (url, count) => [paths.subject('bare-calls.js'), url, String(count), 'node'],
  },
  {
    name: 'axios',
    atMost: 1.5,
    argsFor: (url, count) => [paths.subject('bare-calls.js'), url, String(count), 'axios'],
  },
];

/** Callbacks sent and checked, beside scripts; and whether a call costs the same in a long scenario. */
export const calls = {
  name: part,
  does: '1,000 checked makeBets beside bare scripts, start apart; 10,000 and 100,000 in one scenario',
  measure: async ({ quick, guard, folder }) => {
    for (const count of [few, many]) await writeFile(join(folder, `${count}.yaml`), betsOf(count));
    const agent = await openSubject(exampleAgent);
    try {
      const url = `http://127.0.0.1:${agent.port}/callback`;
      const timed = { guard, folder, url, pid: agent.pid, rounds: quick ? 2 : 6 };
      return [...callResults(await timeCallers(timed)), ...(await measureLength({ guard, quick }))];
    } finally {
      await agent.close();
    }
  },
};

export const betsOf = (count) => `scenario: ${count} makeBets, one after another
steps:
  - repeat:
      count: ${count / 2}
      steps:
        - makeBet: { bet: 1 }
        - makeBet: { bet: 0, win: 1 }
`;

/** Milliseconds of the calls between the few and the many, by caller. */
const timeCallers = async ({ guard, folder, url, pid, rounds }) => {
  const timeOf = (count) => async (caller) => await timeNode(caller.argsFor(url, count, folder));
  const subjects = callers.map((caller) => ({ ...caller, pid }));
  const short = await inRounds(subjects, { guard, rounds, measure: timeOf(few) });
  const long = await inRounds(subjects, { guard, rounds, measure: timeOf(many) });
  return long.map((times, round) =>
    Object.fromEntries(
      callers.map(({ name }) => [
        name,
        {
          wall: times[name].wall - short[round][name].wall,
          cpu: times[name].cpu - short[round][name].cpu,
        },
      ]),
    ),
  );
};

const callResults = (rounds) => {
  const of = (name, key) => rounds.map((round) => round[name][key]);
  return callers.slice(1).flatMap(({ name, atMost }) =>
    ['wall', 'cpu'].map((key) => {
      const [ours, theirs] = ['walletproof', name].map((one) =>
        ((median(of(one, key)) * 1000) / (many - few)).toFixed(0),
      );
      return {
        ...{ part, what: `1,000 makeBets beside ${name}, ${key === 'cpu' ? 'CPU' : key}` },
        ...{ unit: 'times a script', better: 'less', note: `${ours} and ${theirs} µs a call` },
        // The agent takes its time from everybody's wall: of CPU nothing is demanded.
        ...(key === 'wall' ? { atMost } : {}),
        values: ratiosOf(of('walletproof', key), of(name, key)),
      };
    }),
  );
};

const longest = 3 * 1024;

/** What a call costs between one length of a scenario and the next: it must not grow. */
const measureLength = async ({ guard, quick }) => {
  const lengths = quick ? [100, 1_000, 10_000] : [100, 1_000, 10_000, 100_000];
  const rounds = [];
  for (let round = 0; round < (quick ? 1 : 2); round += 1) {
    const taken = [];
    for (const length of lengths) {
      taken.push(await guard.quietly(async () => await playLong(length)));
    }
    rounds.push(lengths.slice(1).map((length, index) => costOf(length, lengths, taken, index)));
  }
  const [last, before] = [lengths.length - 2, lengths.length - 3];
  const figures = rounds
    .at(-1)
    .map(({ length, microseconds }) => `${microseconds.toFixed(0)} at ${length.toLocaleString('en')}`);
  return [
    {
      ...{ part, what: 'a call in a scenario ten times as long, CPU', unit: 'times', atMost: 1.25 },
      ...{ better: 'less', note: `µs of CPU a call: ${figures.join(', ')}` },
      values: rounds.map((costs) => costs[last].microseconds / costs[before].microseconds),
    },
    {
      ...{ part, what: 'memory that a call leaves', unit: 'bytes', atMost: longest },
      better: 'less',
      values: rounds.map((costs) => costs[last].bytes),
    },
  ];
};

const costOf = (length, lengths, taken, index) => {
  const [shorter, longer] = [taken[index], taken[index + 1]];
  const more = length - lengths[index];
  return {
    length,
    microseconds: ((longer.cpuMs - shorter.cpuMs) * 1000) / more,
    bytes: (longer.bytes - shorter.bytes) / more,
  };
};

const playLong = async (length) => {
  const args = ['--expose-gc', ...paths.ofSources('long-scenario.js'), String(length)];
  const { stdout } = await run(process.execPath, args);
  return JSON.parse(stdout);
};
