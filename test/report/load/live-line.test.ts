import { describe, expect, it } from '@jest/globals';
import { liveLine } from '../../../src/report/load/live-line.ts';
import { histogramOf, secondOf } from '../../load/made-up-load.ts';

const seconds = [
  secondOf(8, {
    asked: 500,
    sent: 496,
    latency: {
      getBalance: histogramOf(3),
      makeBet: histogramOf(8, 9, 31),
      rollback: histogramOf(2),
    },
  }),
  secondOf(9, { asked: 500, sent: 500, latency: { getBalance: histogramOf(3, 9) } }),
];

const load = { seconds, breaches: 0, errors: 0, leftMs: 40_300 };

describe('the live line of a load', () => {
  it('has rates of the last seconds, percentiles by type, breaches and what is left', () => {
    expect(liveLine({ ...load, seconds: seconds.slice(1) })).toBe(
      'asked 500/s reached 500/s · getBalance p50 3 p99 9 ms · 0 breaches · 41 s left',
    );
    expect(liveLine(load)).toBe(
      'asked 500/s reached 498/s · getBalance p50 3 p99 9 ms · makeBet 9/31 ms · 0 breaches · 41 s left',
    );
  });

  it('tells errors and breaches', () => {
    expect(liveLine({ ...load, seconds: [], breaches: 1, errors: 3 })).toContain('3 errors · 1 breach');
  });

  it.each([100, 80, 60, 40, 20])('is at most %d columns wide', (columns) => {
    const wide = { ...load, breaches: 12_345, errors: 99_999, leftMs: 3_600_000 };
    expect(liveLine(wide, columns).length).toBeLessThanOrEqual(columns);
    expect(liveLine(wide, columns)).toContain('99999 errors');
  });

  it('is at most 100 columns wide on any terminal', () => {
    expect(liveLine({ ...load, breaches: 1234, errors: 1234 }, 400).length).toBeLessThanOrEqual(100);
  });

  it('has nothing to say of seconds that there are none of', () => {
    expect(liveLine({ seconds: [], breaches: 0, errors: 0, leftMs: 0 })).toBe(
      'asked 0/s reached 0/s · 0 breaches · ending',
    );
  });
});
