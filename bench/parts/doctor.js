import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { paths } from '../machine/paths.js';
import { median, ratiosOf } from '../results/statistics.ts';

const run = promisify(execFile);

const part = 'doctor';

/** Rounds in which Node still compiles both. */
const compiling = 5;

/** A signature that no known mistake leads to: every one of them was tried. */
export const doctor = {
  name: part,
  does: 'a search for a mistake in signing that finds none, beside as many bare HMACs',
  measure: async ({ quick, guard }) => {
    const { hmacs, searches, rounds } = await guard.quietly(async () => {
      const { stdout } = await run(process.execPath, [
        ...[...paths.ofSources('doctor.js'), String(compiling + (quick ? 8 : 20))],
      ]);
      return JSON.parse(stdout);
    });
    const of = (key) => rounds.slice(compiling).map((round) => round[key]);
    const each = median(of('doctor')) / searches;
    return [
      {
        ...{ part, what: 'a complete miss, CPU', unit: "times node's createHmac", atMost: 2 },
        ...{ better: 'less', values: ratiosOf(of('doctor'), of('bare')) },
        note: `${Math.round(hmacs / searches)} HMACs and ${each.toFixed(1)} ms a search`,
      },
      {
        ...{ part, what: 'a complete miss, beside our own HMAC', unit: 'times sign' },
        ...{ better: 'less', values: ratiosOf(of('doctor'), of('own')) },
      },
    ];
  },
};
