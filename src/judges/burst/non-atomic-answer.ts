import type { Rule } from './anomaly.ts';
import { nameOf, shownBalance } from './anomaly.ts';
import { countBits } from './count-bits.ts';
import type { Sighting } from './sighting.ts';

/**
 * Two transactions whose first answers contain equally many. Where each answer is part of its
 * transaction, the first contains one, the second two, and so on. The money is right all the same:
 * the balance was read after the commit (section 6: "return the new balance").
 */
export const nonAtomicAnswer: Rule = (burst, sightings) => {
  const bySize = new Map<number, Sighting>();
  for (const sighting of firstAnswers(sightings)) {
    const size = countBits(sighting.contains);
    const other = bySize.get(size);
    if (other !== undefined) {
      const message = `${nameOf(burst, other)} and ${nameOf(burst, sighting)} both answered the balance after ${size} of the simultaneous calls (${shownBalance(burst, sighting)}); each must answer the one right after itself. The money is right.`;
      return { code: 'non-atomic-answer', shownBy: [other, sighting], message };
    }
    bySize.set(size, sighting);
  }
  return undefined;
};

/**
 * The answer of each transaction that can be the one that applied it: sent before any answer that
 * contains it had come, and containing the fewest.
 */
const firstAnswers = (sightings: readonly Sighting[]): Sighting[] => {
  const bits = new Set(sightings.map(({ own }) => own).filter((own) => own !== 0));
  return [...bits].flatMap((bit) => {
    const seen = sightings.filter(({ contains }) => (contains & bit) !== 0);
    const seenAtMs = Math.min(...seen.map(({ endMs }) => endMs));
    const able = seen.filter(({ own, startMs }) => own === bit && startMs <= seenAtMs);
    const [first] = able.toSorted(
      (one, other) => countBits(one.contains) - countBits(other.contains),
    );
    return first === undefined ? [] : [first];
  });
};
