import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureLength } from './measure-length.js';
import { measureRun } from './measure-run.js';
import { measureStart } from './measure-start.js';
import { measureThroughput } from './measure-throughput.js';
import { openSubject } from './open-subject.js';
import { median, summarize } from './statistics.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const subjectsIn = (folder) => [
  { name: 'bare node:http', args: [here('subjects/bare.js')] },
  {
    name: 'walletproof',
    args: [
      here('../bin/walletproof.js'),
      'serve',
      '--port',
      '0',
      '--journal',
      join(folder, 'journal.db'),
    ],
  },
  { name: 'Express as it comes', args: [here('subjects/express.js')] },
];

const exampleAgent = {
  name: 'example agent',
  args: [here('../fixtures/agents/example/main.js'), '--port', '0'],
};

/** A run against the example agent: what anybody would write, and walletproof. */
const callers = [
  { name: 'bare node:http', argsFor: (url) => [here('subjects/bare-run.js'), url] },
  {
    name: 'walletproof',
    argsFor: (url) => [
      here('../bin/walletproof.js'),
      'play',
      here('subjects/thousand.yaml'),
      '--callback-url',
      url,
    ],
  },
];

/** What walletproof must reach, as a ratio to bare node:http measured beside it. */
const goals = [
  { what: 'get_game_link', unit: 'requests/s', goal: 0.85, isMet: (ratio) => ratio >= 0.85 },
  { what: 'list', unit: 'requests/s', goal: 1, isMet: (ratio) => ratio >= 1 },
  { what: 'start to first answer', unit: 'ms', goal: 2, isMet: (ratio) => ratio <= 2 },
  { what: 'run of 1,000 makeBets', unit: 'ms', goal: 3, isMet: (ratio) => ratio <= 3 },
];

const measureServing = async (subjects) => {
  const open = [];
  try {
    for (const subject of subjects) open.push(await openSubject(subject));
    const measured = {};
    for (const operation of ['get_game_link', 'list']) {
      measured[operation] = await measureThroughput({ subjects: open, operation, rounds: 4 });
    }
    return measured;
  } finally {
    await Promise.all(open.map((subject) => subject.close()));
  }
};

const row = (cells) =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(22) : cell.padStart(14))).join('');

const printTable = ({ what, unit }, rounds) => {
  console.log(`\n${row([what, unit, 'ratio to bare', 'from', 'to'])}`);
  for (const name of Object.keys(rounds[0])) {
    const ratio = summarize(rounds.map((round) => round[name] / round['bare node:http']));
    const middle = Math.round(median(rounds.map((round) => round[name])));
    console.log(
      row([
        name,
        String(middle),
        ...[ratio.median, ratio.low, ratio.high].map((value) => value.toFixed(2)),
      ]),
    );
  }
};

const judge = ({ what, goal, isMet }, rounds) => {
  const ratio = summarize(
    rounds.map((round) => round.walletproof / round['bare node:http']),
  ).median;
  const verdict = isMet(ratio) ? 'met' : 'MISSED';
  console.log(`goal ${goal.toFixed(2)}: ${verdict} (${what} ${ratio.toFixed(2)})`);
  return isMet(ratio);
};

const report = (goal, { rounds, disturbed }) => {
  printTable(goal, rounds);
  if (disturbed > 0) console.log(`others disturbed ${disturbed} slices; trust the ratios less`);
  return judge(goal, rounds);
};

/** A call must cost the same however many there are, and leave little behind. */
const reportLength = (measured) => {
  console.log(`\n${row(['calls in one scenario', 'us a call', 'bytes a call'])}`);
  for (const { calls, microseconds, bytes } of measured) {
    console.log(row([String(calls), microseconds.toFixed(0), bytes.toFixed(0)]));
  }
  const [short, long] = measured.slice(-2);
  const ratio = long.microseconds / short.microseconds;
  const isMet = ratio <= 1.5 && long.bytes <= 3 * 1024;
  console.log(`goal 1.50 and 3072 bytes: ${isMet ? 'met' : 'MISSED'} (${ratio.toFixed(2)})`);
  return isMet;
};

const folder = await mkdtemp(join(tmpdir(), 'walletproof-bench-'));
try {
  const subjects = subjectsIn(folder);
  const serving = await measureServing(subjects);
  // The journal of so many launches is no ordinary one to start on.
  const start = await measureStart({ subjects: subjectsIn(join(folder, 'start')), rounds: 8 });
  const run = await measureRun({ agent: exampleAgent, callers, rounds: 6 });
  const measured = {
    ...serving,
    'start to first answer': start,
    'run of 1,000 makeBets': run,
  };
  const met = goals.map((goal) => report(goal, measured[goal.what]));
  met.push(reportLength(await measureLength([100, 1_000, 10_000, 100_000])));
  process.exitCode = met.every(Boolean) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
