import type { Dice } from '../base/dice.ts';
import { type Mix, type MixActivity, type MixFault, mixFaults } from '../formats/load-mix.ts';
import { playActivity } from './activity.ts';
import { playFault } from './play-fault.ts';
import type { Activity } from './player.ts';

/**
 * What comes next: activities by their weight; each fault as often as its share says, evenly spread
 * rather than by chance, its ways in turn: a short load has all of them.
 */
export const createChooser = (mix: Mix, dice: Dice): (() => Activity) => {
  const owed = new Map(mixFaults.map((fault, place) => [fault, startOf(place)]));
  const struck = new Map<MixFault, number>();
  const activities = mix.activities.map(activityOf);
  const byWeight = createWeighted(mix.activities, dice);
  return () => {
    const fault = dueFault(mix, owed);
    if (fault === undefined) return activities[byWeight()] ?? nothing;
    const count = struck.get(fault) ?? 0;
    struck.set(fault, count + 1);
    return {
      title: fault,
      fault,
      begin: (make) => playFault(make, fault, count),
    };
  };
};

const nothing: Activity = { title: 'nothing', begin: function* () {} };

/** No two faults are due for the first time at once. */
const startOf = (place: number): number => 0.95 - place / (mixFaults.length + 1);

const dueFault = (mix: Mix, owed: Map<MixFault, number>): MixFault | undefined => {
  let most: MixFault | undefined;
  for (const [fault, before] of owed) {
    const now = before + mix.faults[fault];
    owed.set(fault, now);
    if (now >= 1 && (most === undefined || now > (owed.get(most) ?? 0))) most = fault;
  }
  if (most !== undefined) owed.set(most, (owed.get(most) ?? 1) - 1);
  return most;
};

const activityOf = (activity: MixActivity): Activity => ({
  title: activity.title,
  begin: (make) => playActivity(make, activity),
});

const steps = 1_000_000;

const createWeighted = (activities: readonly MixActivity[], dice: Dice): (() => number) => {
  const sum = activities.reduce((total, { weight }) => total + weight, 0);
  return () => {
    let left = (dice.integer(0, steps - 1) / steps) * sum;
    const chosen = activities.findIndex(({ weight }) => {
      left -= weight;
      return left < 0;
    });
    return Math.max(0, chosen);
  };
};
