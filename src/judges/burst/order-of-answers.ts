import type { Anomaly, Rule } from './anomaly.ts';
import { callOf, nameOf, shownBalance } from './anomaly.ts';
import type { Burst } from './find-burst.ts';
import type { Sighting } from './sighting.ts';

/** A balance that contains a transaction sent only after it was answered. */
export const futureRead: Rule = (burst, sightings) => {
  const sent = firstSent(sightings);
  for (const sighting of sightings) {
    for (const { own, startMs } of sent) {
      const later = startMs > sighting.endMs && (own & sighting.contains) !== 0;
      const cause = later ? callOf(sightings, own) : undefined;
      if (cause === undefined) continue;
      const message = `${nameOf(burst, sighting)} answered ${shownBalance(burst, sighting)}, which contains ${nameOf(burst, cause)} before that was sent.`;
      return { code: 'future-read', shownBy: [cause, sighting], message };
    }
  }
  return undefined;
};

/** The earliest sending of each transaction. */
const firstSent = (sightings: readonly Sighting[]): Sighting[] => {
  const first = new Map<number, Sighting>();
  for (const sighting of sightings) {
    const known = first.get(sighting.own);
    if (sighting.own !== 0 && (known === undefined || sighting.startMs < known.startMs)) {
      first.set(sighting.own, sighting);
    }
  }
  return [...first.values()];
};

/** A balance that lacks what an answer from before the call was sent contains. */
export const wentBack: Rule = (burst, sightings) => {
  const ended = sightings.toSorted((one, other) => one.endMs - other.endMs);
  const witnesses: Sighting[] = [];
  let known = 0;
  let next = 0;
  for (const sighting of sightings.toSorted((one, other) => one.startMs - other.startMs)) {
    for (let each = ended[next]; each !== undefined && each.endMs < sighting.startMs; ) {
      if ((each.contains & ~known) !== 0) witnesses.push(each);
      known |= each.contains;
      next += 1;
      each = ended[next];
    }
    const missing = known & ~sighting.contains;
    if (missing !== 0) return tellMissing({ burst, sightings, witnesses, sighting, missing });
  }
  return undefined;
};

interface Missing {
  readonly burst: Burst;
  readonly sightings: readonly Sighting[];
  /** Answers from before the call was sent, each the first to contain something. */
  readonly witnesses: readonly Sighting[];
  readonly sighting: Sighting;
  readonly missing: number;
}

const tellMissing = (about: Missing): Anomaly | undefined => {
  const { burst, sightings, witnesses, sighting, missing } = about;
  const before = (each: Sighting): string =>
    `${nameOf(burst, each)} answered ${shownBalance(burst, each)}`;
  const after = `${nameOf(burst, sighting)}, sent after that, answered ${shownBalance(burst, sighting)}`;
  const own = witnesses.find((each) => (each.own & missing) !== 0);
  if (own !== undefined) {
    const message = `${before(own)}; ${after}, without ${nameOf(burst, own)}.`;
    return { code: 'stale-balance', shownBy: [own, sighting], message };
  }
  const witness = witnesses.find(({ contains }) => (contains & missing) !== 0);
  const lost = callOf(sightings, (witness?.contains ?? 0) & missing);
  if (witness === undefined || lost === undefined) return undefined;
  const message = `${before(witness)}, with ${nameOf(burst, lost)}; ${after}, without it.`;
  return { code: 'balance-went-back', shownBy: [lost, witness, sighting], message };
};
