import { expect, it } from '@jest/globals';
import { callbacksDue, curveOfShare, peakRate, playersOfShare, workersFor } from '../../src/load/plan.ts';

const curve = {
  ratePerSecond: 100,
  rampMs: 10_000,
  holdMs: 60_000,
  spikes: [{ ratePerSecond: 400, atMs: 30_000, forMs: 5_000 }],
};

it('each player belongs to one share, and shares differ by one player at most', () => {
  const players = Array.from({ length: 11 }, (_, n) => `load-${n}`);
  const shares = [1, 2, 3].map((index) => playersOfShare(players, { index, count: 3 }));

  expect(new Set(shares.flat())).toEqual(new Set(players));
  expect(shares.map(({ length }) => length)).toEqual([4, 4, 3]);
});

it('a share has its part of the rate and of the spikes, at the same times', () => {
  expect(curveOfShare(curve, { index: 2, count: 4 })).toEqual({
    ...curve,
    ratePerSecond: 25,
    spikes: [{ ratePerSecond: 100, atMs: 30_000, forMs: 5_000 }],
  });
});

it('counts half of the rate over the ramp, and what a spike has more', () => {
  expect(callbacksDue(curve)).toBe(500 + 6000 + 1500);
  expect(peakRate(curve)).toBe(400);
});

it('one worker plays what one can; more need cores, and players', () => {
  const wanted = { peakPerSecond: 500, players: 2000, cores: 8 };

  expect(workersFor(wanted)).toBe(1);
  expect(workersFor({ ...wanted, peakPerSecond: 10_000 })).toBe(5);
  expect(workersFor({ ...wanted, peakPerSecond: 10_000, cores: 2 })).toBe(1);
  expect(workersFor({ ...wanted, workers: 3, cores: 2 })).toBe(3);
  expect(workersFor({ ...wanted, workers: 3, players: 2 })).toBe(2);
});
