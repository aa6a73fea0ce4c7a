import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../run-command.js';
import { findDefects } from './find-defects.js';
import { openTroubledAgent } from './open-troubled-agent.js';

/** Of the time, what the right agent has; the defects have the rest. */
const rightPart = 0.5;
const network = { troubledPerMille: 15, lateMs: 900, freezeMs: 300, everyMs: 3000 };
const players = 100;
const ratePerSecond = 500;
const mostSeconds = 120;

const loadOf = (url, file, { seconds, seed }) => [
  ...['load', url, '--out', file, '--seed', seed, '--timeout', '700ms'],
  ...['--player-pattern', 'load-{n}:USD', '--players', String(players)],
  ...['--rate', `${ratePerSecond}/s`, '--ramp', '1s', '--for', `${seconds}s`],
];

const judge = ({ finds }, { code, output, report, changed }) => {
  for (const { code: name, message } of report?.breaches ?? []) {
    finds.add({
      kind: `a right agent is accused of ${name}`,
      detail: message,
      reproduction: output,
    });
  }
  const drift = report?.money.find((each) => Number(each.drift) !== 0);
  if (drift !== undefined) {
    finds.add({ kind: 'money is missing of a right agent', detail: JSON.stringify(drift) });
  }
  if (changed > 0) {
    finds.add({ kind: 'not everything is given back', detail: `${changed} accounts differ` });
  }
  // 3: a callback that nobody has answered clearly four times.
  if (code !== 0 && code !== 3) {
    finds.add({ kind: `a load of a right agent ends with ${code}`, detail: output });
  }
};

/** One load of a right agent on a bad network: `{ callbacks, resent }`. */
const playRight = async (given, number, seconds) => {
  const agent = await openTroubledAgent({ ...network, dice: given.dice });
  const file = join(given.folder, `right-${number}.json`);
  try {
    const args = loadOf(agent.url, file, { seconds, seed: String(given.dice.integer(1, 1e9)) });
    const longestMs = (seconds + 90) * 1000;
    const { code, output } = await runCommand({ ...given, args, longestMs });
    const report = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
    judge(given, { code, output, report, changed: agent.changed() });
    return { callbacks: report?.judged ?? 0, resent: report?.resent ?? 0 };
  } finally {
    await agent.close();
  }
};

/** Loads of a right agent on a bad network, then one of each defect that a load can show, while there is time. */
export const runLoads = async (given) => {
  await mkdir(given.folder, { recursive: true });
  const began = performance.now();
  const isOver = (part) => given.signal.aborted || performance.now() > began + given.ms * part;
  const right = { loads: 0, callbacks: 0, resent: 0 };
  while (!isOver(rightPart)) {
    const left = (began + given.ms * rightPart - performance.now()) / 1000;
    const seconds = Math.round(Math.min(mostSeconds, Math.max(5, left - 5)));
    const { callbacks, resent } = await playRight(given, right.loads, seconds);
    right.loads += 1;
    right.callbacks += callbacks;
    right.resent += resent;
  }
  const { tried, found, missed } = await findDefects(given, () => isOver(1));
  return {
    tried: [
      [right.callbacks, 'callbacks of a right agent'],
      [right.resent, 'of them sent again'],
      [tried, 'defects'],
    ],
    worst: `${found} of ${tried} defects found`,
    notes: missed.length === 0 ? [] : [`missed: ${missed.join(', ')}`],
  };
};
