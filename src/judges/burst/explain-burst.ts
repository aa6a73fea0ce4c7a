import type { Amount } from '../../money/amount.ts';
import type { Explanation } from '../explain-difference.ts';
import type { Heard } from '../hear.ts';
import type { Burst } from './find-burst.ts';
import { decodeBalance } from './sighting.ts';

/** Why the quiet balance after a burst is wrong: which transactions it contains too often or not at all. */
export const explainBurst = (burst: Burst, actual: Amount): Explanation => {
  const digits = decodeBalance(burst, actual);
  if (digits === undefined) return unexplained(actual);
  const applied = [...burst.places].map(([id, place]) => ({ id, times: digits.get(place) ?? 0 }));
  const double = applied.find(({ times }) => times > 1);
  if (double !== undefined) {
    const code = burst.heard.some(isRollback) ? 'rollback-applied-again' : 'double-application';
    return { code, likelyCause: `${double.id} was applied ${double.times} times.` };
  }
  const lost = applied.filter(({ times }) => times === 0).map(({ id }) => id);
  if (lost.length === applied.length) return untouched(burst);
  return {
    code: 'lost-update',
    likelyCause: `The balance lacks ${lost.join(', ')}: one call overwrote what another had written.`,
  };
};

const untouched = ({ heard }: Burst): Explanation => ({
  code: heard.some(isRollback) ? 'rollback-not-applied' : 'not-applied',
  likelyCause: 'None of the calls moved money, or getBalance shows what was there before them.',
});

const unexplained = (actual: Amount): Explanation => {
  const likelyCause =
    'The money is neither what was accepted nor any part of it: wrong arithmetic, or something else moved the balance.';
  return { code: actual.lt(0) ? 'overspent' : 'not-conserved', likelyCause };
};

const isRollback = ({ callback }: Heard): boolean => callback.type === 'rollback';
