import { renderAtScale } from '../../money/currency-scale.ts';
import type { Rule } from './anomaly.ts';
import { callOf, nameOf, shownBalance } from './anomaly.ts';

/** A balance that no selection of the burst's transactions gives. */
export const undecodableBalance: Rule = (burst, sightings) => {
  const odd = sightings.find(({ digits }) => digits === undefined);
  if (odd === undefined) return undefined;
  const before = renderAtScale(burst.start, burst.currency);
  const message = `${nameOf(burst, odd)} answered ${shownBalance(burst, odd)}: no selection of the simultaneous calls leads there from ${before}.`;
  return { code: 'undecodable-balance', shownBy: [odd], message };
};

/** A balance that contains one transaction more than once. */
export const doubleApplication: Rule = (burst, sightings) => {
  for (const sighting of sightings) {
    for (const [place, digit] of sighting.digits ?? []) {
      const applied = digit > 1 ? callOf(sightings, 1 << place) : undefined;
      if (applied === undefined) continue;
      const message = `${nameOf(burst, sighting)} answered ${shownBalance(burst, sighting)}, which contains ${nameOf(burst, applied)} ${digit} times.`;
      return { code: 'double-application', shownBy: [sighting], message };
    }
  }
  return undefined;
};

/** The answer to a transaction that shows the balance without it. */
export const missesOwnEffect: Rule = (burst, sightings) => {
  const without = sightings.find(({ own, contains }) => (own & ~contains) !== 0);
  if (without === undefined) return undefined;
  const message = `${nameOf(burst, without)} answered ${shownBalance(burst, without)}, the balance without its own effect.`;
  return { code: 'response-misses-own-effect', shownBy: [without], message };
};
