import type { Rule } from './anomaly.ts';
import { callOf, nameOf, shownBalance } from './anomaly.ts';
import { countBits } from './count-bits.ts';
import type { Sighting } from './sighting.ts';

/** Two balances, each without something that the other contains. */
export const forkedHistory: Rule = (burst, sightings) => {
  const told = (sighting: Sighting): string =>
    `${nameOf(burst, sighting)} answered ${shownBalance(burst, sighting)}`;
  const bySize = sightings.toSorted(
    (one, other) => countBits(one.contains) - countBits(other.contains),
  );
  for (const [n, larger] of bySize.entries()) {
    const smaller = bySize[n - 1] ?? larger;
    const onlyHere = callOf(sightings, smaller.contains & ~larger.contains);
    const onlyThere = callOf(sightings, larger.contains & ~smaller.contains);
    if (onlyHere === undefined || onlyThere === undefined) continue;
    const message = `${told(smaller)}, without ${nameOf(burst, onlyThere)}; ${told(larger)}, without ${nameOf(burst, onlyHere)}.`;
    return { code: 'forked-history', shownBy: [smaller, larger], message };
  }
  return undefined;
};
