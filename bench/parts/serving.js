import { join } from 'node:path';
import { createRequests, load } from '../load.js';
import { inRounds, pinApart } from '../machine.js';
import { bare, walletproof, withSubjects } from '../processes.js';
import { median, ratiosOf } from '../results.ts';

/** Operations answered, beside bare node:http that does the same signed work without a journal. */
export const serving = {
  name: 'serving',
  does: 'get_game_link and list with the journal on, beside bare node:http without one',
  measure: async ({ quick, guard, folder }) =>
    await withSubjects([bare, walletproof(join(folder, 'serving.db'))], async (subjects) => {
      const { sharing, unpin } = pinApart(subjects.map(({ pid }) => pid));
      try {
        const results = [];
        for (const operation of ['get_game_link', 'list']) {
          const measure = async ({ port }) =>
            await load({ port, requests: createRequests(operation, 64), connections: 50, durationMs: 1_000 });
          for (const subject of subjects) await measure(subject);
          const rounds = await inRounds(subjects, { guard, rounds: quick ? 2 : 8, measure });
          results.push(resultOf(operation, rounds, sharing));
        }
        return results;
      } finally {
        unpin();
      }
    }),
};

const resultOf = (operation, rounds, sharing) => {
  const [theirs, ours] = [bare.name, 'walletproof'].map((name) => rounds.map((round) => round[name]));
  const note = `${Math.round(median(ours))} and ${Math.round(median(theirs))} a second; ${sharing}`;
  const values = ratiosOf(ours, theirs);
  return { part: 'serving', what: operation, unit: 'times bare', atLeast: 0.3, values, note };
};
