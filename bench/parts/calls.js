import { inRounds } from '../machine.js';
import { exampleAgent, paths, timeNode, withSubjects } from '../processes.js';
import { median, ratiosOf } from '../results.ts';

/** What is taken off: a process that starts, warms up, and sends so many. */
const few = 5_000;
const many = 25_000;

const callers = [{ name: 'walletproof' }, { name: 'undici' }];

/** CPU of a callback of `load`, signed and checked, beside a client that signs and checks nothing. */
export const calls = {
  name: 'calls',
  does: 'CPU of a callback of load, signed and checked, beside undici with one presigned body',
  measure: async ({ quick, guard }) =>
    await withSubjects([exampleAgent], async ([{ port, pid }]) => {
      const url = `http://127.0.0.1:${port}/callback`;
      const subjects = callers.map((caller) => ({ ...caller, pid }));
      const timesOf = async (count) =>
        await inRounds(subjects, {
          ...{ guard, rounds: quick ? 2 : 6 },
          measure: async ({ name }) => (await timeNode([...paths.ofSources('load-calls.js'), name, url, count])).cpu,
        });
      const [short, long] = [await timesOf(few), await timesOf(many)];
      const costs = ({ name }) =>
        long.map((round, index) => ((round[name] - short[index][name]) * 1000) / (many - few));
      const [ours, theirs] = callers.map(costs);
      const note = `${median(ours).toFixed(0)} and ${median(theirs).toFixed(0)} µs a callback`;
      const of = { part: 'calls', what: 'a callback of load, CPU', unit: 'times undici', atMost: 2 };
      return [{ ...of, values: ratiosOf(ours, theirs), note }];
    }),
};
