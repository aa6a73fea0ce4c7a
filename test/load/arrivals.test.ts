import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dueTimes, lengthOf, rateAt } from '../../src/load/arrivals.ts';
import type { Arrivals } from '../../src/load/plan.ts';

const arrivalsOf = (changes: Partial<Arrivals> = {}): Arrivals => ({
  ...{ ratePerSecond: 200, rampMs: 5000, holdMs: 10_000, spikes: [], firstSecondRate: 20 },
  ...changes,
});

const allDue = (arrivals: Arrivals): number[] => [...dueTimes(arrivals)];

/** How many are due in each second. */
const perSecond = (arrivals: Arrivals): number[] => {
  const counts = Array.from({ length: Math.ceil(lengthOf(arrivals) / 1000) }, () => 0);
  for (const due of allDue(arrivals)) {
    const second = Math.floor(due / 1000);
    counts[second] = (counts[second] ?? 0) + 1;
  }
  return counts;
};

describe('the callbacks that are due', () => {
  it('climb evenly over the ramp after a slow first second, and hold', () => {
    const counts = perSecond(arrivalsOf());

    // 20 a second, then from 20 to 200 in four seconds.
    const expected = [20, 42.5, 87.5, 132.5, 177.5, ...Array.from({ length: 10 }, () => 200)];
    counts.forEach((count, second) => {
      expect(Math.abs(count - (expected[second] ?? 0))).toBeLessThanOrEqual(2);
    });
    expect(counts).toHaveLength(15);
  });

  it('jump to a spike and back', () => {
    const spikes = [{ ratePerSecond: 1000, atMs: 8000, forMs: 2000 }];
    const counts = perSecond(arrivalsOf({ spikes })).slice(6, 12);

    [200, 200, 1000, 1000, 200, 200].forEach((expected, place) => {
      expect(Math.abs((counts[place] ?? 0) - expected)).toBeLessThanOrEqual(5);
    });
  });

  it('keep to the low rate for a second where there is no ramp, or a spike at once', () => {
    const spikes = [{ ratePerSecond: 1000, atMs: 0, forMs: 3000 }];
    expect(perSecond(arrivalsOf({ rampMs: 0 })).slice(0, 2)).toEqual([20, 200]);
    expect(perSecond(arrivalsOf({ rampMs: 500 })).slice(0, 2)).toEqual([20, 200]);
    expect(rateAt(arrivalsOf({ spikes }), 999)).toBe(20);
    expect(rateAt(arrivalsOf({ spikes }), 1000)).toBe(1000);
  });
});

describe('the times at which callbacks are due', () => {
  it('begin with one at once, go on in order, and end with the load', () => {
    const fewest = fc.record({
      ratePerSecond: fc.double({ min: 0.1, max: 3000, noNaN: true }),
      rampMs: fc.nat(8000),
      holdMs: fc.integer({ min: 1, max: 8000 }),
      firstSecondRate: fc.double({ min: 0.1, max: 50, noNaN: true }),
    });
    fc.assert(
      fc.property(fewest, (given) => {
        const arrivals = arrivalsOf(given);
        const all = allDue(arrivals);
        expect(all[0]).toBe(0);
        expect(all.every((due, place) => due > (all[place - 1] ?? -1))).toBe(true);
        expect(all.at(-1)).toBeLessThan(lengthOf(arrivals));
      }),
      { numRuns: 30 },
    );
  });

  it('are as many as the rate says, whatever the curve', () => {
    const curve = fc.record({
      ratePerSecond: fc.integer({ min: 20, max: 2000 }),
      rampMs: fc.nat(6000),
      holdMs: fc.integer({ min: 2000, max: 6000 }),
    });
    fc.assert(
      fc.property(curve, (given) => {
        const arrivals = arrivalsOf(given);
        let asked = 0;
        for (let at = 0; at < lengthOf(arrivals); at += 1) asked += rateAt(arrivals, at) / 1000;
        expect(Math.abs(allDue(arrivals).length - asked)).toBeLessThanOrEqual(2 + asked / 100);
      }),
      { numRuns: 30, examples: [[{ ratePerSecond: 123, rampMs: 1001, holdMs: 2000 }]] },
    );
  });

  it('are one where the rate is next to nothing', () => {
    expect(allDue(arrivalsOf({ ratePerSecond: 0, firstSecondRate: 0 }))).toEqual([0]);
  });
});
