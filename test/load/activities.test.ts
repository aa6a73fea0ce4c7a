import { expect, it } from '@jest/globals';
import { createDice } from '../../src/base/dice.ts';
import { type MixFault, mixFaults, noFaults } from '../../src/formats/load-mix.ts';
import { builtInMix } from '../../src/formats/parse-mix.ts';
import { createChooser } from '../../src/load/activities.ts';
import type { Activity } from '../../src/load/player.ts';
import { transactionIdOf } from '../../src/spec/callback.ts';
import { openedPlayer } from './made-up-plan.ts';
import { answeredWith } from './play-in-memory.ts';

const faults = {
  ...{ duplicates: 0.02, races: 0.05, 'lost-answers': 0.01 },
  ...{ rollbacks: 0.03, 'late-rollbacks': 0.1, overspends: 0.25 },
};

const chosen = (count: number, shares: Record<MixFault, number>, seed = 'chooser'): Activity[] => {
  const choose = createChooser({ ...builtInMix(), faults: shares }, createDice(seed));
  return Array.from({ length: count }, choose);
};

const countsOf = (names: readonly (string | undefined)[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const name of names) counts[String(name)] = (counts[String(name)] ?? 0) + 1;
  return counts;
};

it('keeps the share of each fault over any thousand, to one', () => {
  const names = chosen(5000, faults).map(({ fault }) => fault);

  for (const from of [0, 1, 777, 4000]) {
    const counts = countsOf(names.slice(from, from + 1000));
    for (const fault of mixFaults) expect(Math.abs((counts[fault] ?? 0) - faults[fault] * 1000)).toBeLessThanOrEqual(1);
  }
});

it('strikes with every fault once its share is due, whatever the dice say', () => {
  const one = chosen(100, { ...noFaults, races: 0.02, overspends: 0.02 }, 'one');
  const other = chosen(100, { ...noFaults, races: 0.02, overspends: 0.02 }, 'other');
  const placesOf = (all: readonly Activity[]) =>
    all.flatMap(({ fault }, place) => (fault === undefined ? [] : [`${place} ${fault}`]));

  expect(placesOf(one)).toHaveLength(4);
  expect(placesOf(one)).toEqual(placesOf(other));
});

it('has nothing but faults where all shares together are one', () => {
  const all = chosen(200, { ...noFaults, races: 0.5, duplicates: 0.5 });

  expect(countsOf(all.map(({ fault }) => fault))).toEqual({ races: 100, duplicates: 100 });
});

it('draws activities by their weight', () => {
  const count = 20_000;
  const counts = countsOf(chosen(count, noFaults).map(({ title }) => title));
  const { activities } = builtInMix();
  const sum = activities.reduce((total, { weight }) => total + weight, 0);

  for (const { title, weight } of activities) {
    const due = (count * weight) / sum;
    expect(Math.abs((counts[title] ?? 0) - due)).toBeLessThan(6 * Math.sqrt(due));
  }
});

/** The shape of what a way sends: how many at once, and what; lost answers are told. */
const shapeOf = (activity: Activity): string => {
  const player = openedPlayer();
  answeredWith(player, player.makeBet({ bet: 5n }), 99_995n);
  const groups: string[] = [];
  for (const group of activity.begin(player)) {
    const calls = group.map(({ callback: { type }, isLost }) => (isLost ? `lost ${type}` : type));
    groups.push(calls.join('+'));
  }
  return groups.join(' ');
};

it('repeats no earlier makeBet of which nobody knows whether it was taken', () => {
  const player = openedPlayer();
  const doubtful = player.makeBet({ bet: 5n });
  player.account.recent = [doubtful];
  const sent = chosen(9, { ...noFaults, duplicates: 1 }).flatMap(({ begin }) => [...begin(player)].flat());

  const ids = sent.map(({ callback }) => transactionIdOf(callback));
  expect(ids).toContain(undefined);
  // The last of an activity is its own; here nothing is heard, so that it is the doubtful one once.
  expect(ids.filter((id) => id === transactionIdOf(doubtful.callback))).toHaveLength(1);
});

it.each([
  ['duplicates', 4],
  ['races', 8],
  ['lost-answers', 4],
  ['rollbacks', 4],
  ['late-rollbacks', 4],
  ['overspends', 4],
] as const)('comes to all ways of %s, one after another', (fault, fewest) => {
  const shapes = chosen(40, { ...noFaults, [fault]: 1 }).map(shapeOf);

  expect(new Set(shapes).size).toBeGreaterThanOrEqual(fewest);
});
