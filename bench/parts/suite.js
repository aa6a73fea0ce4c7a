import { openSubject } from '../machine/open-subject.js';
import { exampleAgent, paths } from '../machine/paths.js';
import { timeNode } from '../machine/time-command.js';
import { median, ratiosOf } from '../results/statistics.ts';

const part = 'suite';

/** Nothing is waited for: what is left is work. */
const impatient = ['--patience', '1ms'];

const runs = [
  { name: 'node -e 0', argsFor: () => ['-e', '0'] },
  {
    name: 'test without the lane that waits',
    atMost: 2,
    argsFor: (url) => [...testOf(url), ...impatient],
  },
  { name: 'test as it comes', argsFor: (url) => testOf(url) },
  { name: 'demo as it comes', atMost: 3, argsFor: () => [paths.executable, 'demo'] },
];

const testOf = (url) => [paths.executable, 'test', url, '--token', 'test-token'];

/** The whole suite from key to verdict, in seconds: the only goals that are no ratio. */
export const suite = {
  name: part,
  does: 'the whole suite against the example agent, from key to verdict',
  measure: async ({ quick, guard, folder }) => {
    const rounds = [];
    for (let round = 0; round < (quick ? 1 : 4); round += 1) {
      const times = {};
      for (const { name, argsFor } of runs) {
        times[name] = await guard.quietly(async () => await timeOne(argsFor, folder));
      }
      rounds.push(times);
    }
    return runs.slice(1).flatMap((one) => resultsOf(one, rounds));
  },
};

/** Each run has an agent of its own: one that has been called a while is a faster one. */
const timeOne = async (argsFor, folder) => {
  const agent = await openSubject(exampleAgent);
  try {
    return await timeNode(argsFor(`http://127.0.0.1:${agent.port}/callback`), { cwd: folder });
  } finally {
    await agent.close();
  }
};

const resultsOf = ({ name, atMost }, rounds) => {
  const of = (one, key) => rounds.map((round) => round[one][key]);
  return [
    {
      ...{ part, what: name, unit: 's', atMost, note: noteOf(name, of) },
      values: of(name, 'wall').map((milliseconds) => milliseconds / 1000),
    },
    {
      ...{ part, what: `${name}, CPU`, unit: 'times node -e 0', better: 'less' },
      values: ratiosOf(of(name, 'cpu'), of('node -e 0', 'cpu')),
      note: `${(median(of(name, 'cpu')) / 1000).toFixed(2)} s, without the agent's in test`,
    },
  ];
};

const noteOf = (name, of) => {
  if (name !== 'test as it comes') return undefined;
  const patience = median(of(name, 'wall')) - median(of(runs[1].name, 'wall'));
  return `${(patience / 1000).toFixed(1)} s of it only patience`;
};
