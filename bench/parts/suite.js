import { exampleAgent, paths, timeNode, withSubjects } from '../processes.js';

const part = 'suite';

const slow = (latencyMs) => ({ name: 'slow agent', args: [...paths.ofSources('slow-agent.js'), String(latencyMs)] });

const test =
  (...more) =>
  (url) => [paths.executable, 'test', url, '--token', 'test-token', ...more];

const runs = [
  {
    ...{ name: 'play one scenario', atMost: 0.5 },
    argsFor: (url) => [paths.executable, 'play', paths.scenario, '--callback-url', url],
  },
  { name: 'test --only IDEM-01', atMost: 0.5, argsFor: test('--only', 'IDEM-01') },
  // Nothing is waited for: what is left is work.
  { name: 'test without the lane that waits', atMost: 3.5, argsFor: test('--patience', '1ms') },
  { name: 'demo', atMost: 6, argsFor: () => [paths.executable, 'demo'] },
  ...[
    { latencyMs: 40, atMost: 25 },
    { latencyMs: 300, atMost: 120 },
  ].map(({ latencyMs, atMost }) => ({
    ...{ name: `test of an agent that takes ${latencyMs} ms`, atMost, agent: slow(latencyMs), isLong: true },
    argsFor: test('--player', 'player-1', '--player', 'player-2'),
  })),
];

/** From key to verdict, in seconds: the only goals that are no ratio. */
export const suite = {
  name: part,
  does: 'one scenario and the whole suite from key to verdict, against agents that answer at once, after 40 and 300 ms',
  measure: async ({ quick, guard, folder }) => {
    const results = [];
    for (const one of runs) {
      if (quick && one.isLong) continue;
      const rounds = quick || one.isLong ? 1 : 4;
      const values = [];
      while (values.length < rounds) values.push((await guard.quietly(async () => await timeOne(one, folder))) / 1000);
      results.push({ part, what: one.name, unit: 's', atMost: one.atMost, values });
    }
    return results;
  },
};

/** Each run has an agent of its own: one that has been called a while is a faster one. */
const timeOne = async ({ argsFor, agent = exampleAgent }, cwd) =>
  await withSubjects([agent], async ([{ port }]) => {
    const { wall } = await timeNode(argsFor(`http://127.0.0.1:${port}/callback`), { cwd });
    return wall;
  });
