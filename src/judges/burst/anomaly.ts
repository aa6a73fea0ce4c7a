import { renderAtScale } from '../../money/currency-scale.ts';
import type { FindingCode } from '../../spec/finding.ts';
import type { Burst } from './find-burst.ts';
import type { Sighting } from './sighting.ts';

/** The smallest contradiction in a burst: one to three answers, and what they contradict. */
export interface Anomaly {
  readonly code: FindingCode;
  /** In the order in which they are told; the last is the one that cannot be. */
  readonly shownBy: readonly [...Sighting[], Sighting];
  /** One sentence with the values. */
  readonly message: string;
}

/** One way for the answers of a burst to be wrong. */
export type Rule = (burst: Burst, sightings: readonly Sighting[]) => Anomaly | undefined;

/** The call and what it moves: `makeBet third (0.16)`. */
export const nameOf = (burst: Burst, { heard: { call, callback } }: Sighting): string => {
  if (callback.type === 'getBalance') return call.label;
  const moved = burst.unit.abs().times(4 ** (burst.places.get(callback.transactionId) ?? 0));
  return `${call.label} (${renderAtScale(moved, burst.currency)})`;
};

/** The balance of an answer as people write it. */
export const shownBalance = ({ currency }: Burst, { balance }: Sighting): string =>
  renderAtScale(balance, currency);

/** The first call of the lowest transaction in the bits; undefined where there is none. */
export const callOf = (sightings: readonly Sighting[], bits: number): Sighting | undefined => {
  const lowest = bits & -bits;
  return lowest === 0 ? undefined : sightings.find(({ own }) => own === lowest);
};
