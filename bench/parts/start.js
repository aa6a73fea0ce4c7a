import { join } from 'node:path';
import { createRequests } from '../load/create-requests.js';
import { inTurn, load } from '../load/load.js';
import { inRounds } from '../machine/in-rounds.js';
import { openSubject } from '../machine/open-subject.js';
import { bare, expressAsItComes, paths, walletproof } from '../machine/paths.js';
import { processMs } from '../machine/processor-time.js';
import { timeNode } from '../machine/time-command.js';
import { median, ratiosOf } from '../results/statistics.ts';

const part = 'start';

const node = { name: 'node -e 0', args: ['-e', '0'] };

const commands = [
  { name: '--help', args: [paths.executable, '--help'], atMost: 1.3 },
  { name: 'list requirements', args: [paths.executable, 'list', 'requirements'], atMost: 2 },
  { name: 'explain IDEM-06', args: [paths.executable, 'explain', 'IDEM-06'], atMost: 2 },
];

/** From the start of a process to its first answer, or to its end. */
export const start = {
  name: part,
  does: 'serve to its first answer beside bare node:http; commands beside node -e 0',
  measure: async ({ quick, guard, folder }) => {
    const servers = [bare, walletproof(join(folder, 'start', 'journal.db')), expressAsItComes];
    const answered = await inRounds(servers, {
      ...{ guard, rounds: quick ? 4 : 10 },
      measure: firstAnswer,
    });
    const ended = await inRounds([node, ...commands], {
      ...{ guard, rounds: quick ? 4 : 10 },
      measure: async ({ args }) => await timeNode(args),
    });
    return [...answerResults(answered), ...commands.flatMap((one) => commandResults(one, ended))];
  },
};

const firstAnswer = async (subject) => {
  const next = inTurn(createRequests('list', 1));
  const begin = performance.now();
  const open = await openSubject(subject);
  try {
    await load({ port: open.port, next, connections: 1, durationMs: 0 });
    return { wall: performance.now() - begin, cpu: processMs(open.pid) };
  } finally {
    await open.close();
  }
};

const answerResults = (rounds) => {
  const of = (name, key) => rounds.map((round) => round[name][key]);
  const note = [bare.name, 'walletproof', expressAsItComes.name]
    .map((name) => `${name} ${median(of(name, 'wall')).toFixed(0)} ms`)
    .join(', ');
  const what = 'serve to first answer';
  return [
    {
      ...{ part, what, unit: 'times bare', atMost: 1.8, better: 'less', note },
      values: ratiosOf(of('walletproof', 'wall'), of(bare.name, 'wall')),
    },
    {
      ...{ part, what: `${what}, CPU`, unit: 'times bare', better: 'less' },
      values: ratiosOf(of('walletproof', 'cpu'), of(bare.name, 'cpu')),
    },
    {
      ...{ part, what: 'Express to first answer', unit: 'times bare' },
      values: ratiosOf(of(expressAsItComes.name, 'wall'), of(bare.name, 'wall')),
    },
  ];
};

const commandResults = ({ name, atMost }, rounds) =>
  ['wall', 'cpu'].map((key) => {
    const of = (command) => rounds.map((round) => round[command][key]);
    const [ours, theirs] = [name, node.name].map((command) => median(of(command)).toFixed(0));
    return {
      ...{ part, what: `${name}, ${key === 'cpu' ? 'CPU' : key}`, unit: `times ${node.name}` },
      ...{ atMost, better: 'less', note: `${ours} and ${theirs} ms` },
      values: ratiosOf(of(name), of(node.name)),
    };
  });
