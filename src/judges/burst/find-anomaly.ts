import type { Anomaly, Rule } from './anomaly.ts';
import type { Burst } from './find-burst.ts';
import { forkedHistory } from './forked-history.ts';
import { nonAtomicAnswer } from './non-atomic-answer.ts';
import { futureRead, wentBack } from './order-of-answers.ts';
import type { Sighting } from './sighting.ts';
import { doubleApplication, missesOwnEffect, undecodableBalance } from './single-answer.ts';

/** The fewest answers first: one is easier to believe than three. The last assumes all the others. */
const rules: readonly Rule[] = [
  undecodableBalance,
  doubleApplication,
  missesOwnEffect,
  futureRead,
  wentBack,
  forkedHistory,
  nonAtomicAnswer,
];

/** The first contradiction among the answers of a burst; undefined where some serial order gives them all. */
export const findAnomaly = (burst: Burst, sightings: readonly Sighting[]): Anomaly | undefined => {
  for (const rule of rules) {
    const anomaly = rule(burst, sightings);
    if (anomaly !== undefined) return anomaly;
  }
  return undefined;
};
