import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { paths } from '../machine/paths.js';

const run = promisify(execFile);

const part = 'merging';

const slices = 50;

/** The slices of a load of a million players: 50 machines, 4,000 callbacks a second each. */
export const merging = {
  name: part,
  does: `the reports of ${slices} slices of a load, merged as load merge does`,
  measure: async ({ quick, guard }) => {
    const seconds = quick ? 60 : 600;
    const rounds = [];
    for (let round = 0; round < (quick ? 2 : 3); round += 1) {
      rounds.push(
        await guard.quietly(async () => {
          const args = [...paths.ofSources('merge-slices.js'), String(slices), String(seconds)];
          return JSON.parse((await run(process.execPath, args)).stdout);
        }),
      );
    }
    const [{ histograms, sliceBytes, mergedBytes }] = rounds;
    const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
    const what = `${slices} slices of ${seconds} s`;
    return [
      {
        ...{ part, what: `${what}, time`, unit: 's', better: 'less' },
        values: rounds.map(({ parseMs, mergeMs }) => (parseMs + mergeMs) / 1000),
        note: `${histograms} histograms; a slice has ${megabytes(sliceBytes)} MB, the whole ${megabytes(mergedBytes)} MB`,
      },
      {
        ...{ part, what: `${what}, most memory`, unit: 'MB', better: 'less' },
        values: rounds.map(({ mostBytes }) => mostBytes / 1e6),
      },
    ];
  },
};
