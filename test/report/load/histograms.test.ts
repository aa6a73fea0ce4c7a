import { describe, expect, it } from '@jest/globals';
import { addHistograms, createLatency, percentileOf, percentilesOf } from '../../../src/report/load/histograms.ts';

const encoded = (times: readonly number[]): string => {
  const latency = createLatency();
  for (const ms of times) latency.record(ms);
  return latency.encode();
};

const oneToThousand = Array.from({ length: 1000 }, (_, index) => index + 1);

describe('a histogram of times', () => {
  it('tells percentiles to three digits, in milliseconds', () => {
    const { count, p50, p90, p99, p999, max } = percentilesOf(encoded(oneToThousand)) ?? {};
    expect(count).toBe(1000);
    for (const [value = 0, due] of [
      [p50, 500],
      [p90, 900],
      [p99, 990],
      [p999, 999],
      [max, 1000],
    ] as const) {
      expect(Math.abs(value - due) / due).toBeLessThan(0.001);
    }
  });

  it('keeps times below a millisecond, and none that is negative', () => {
    expect(percentileOf(encoded([0.25]), 50)).toBe(0.25);
    expect(percentileOf(encoded([-3]), 100)).toBe(0);
  });

  it('takes a time that no clock should tell as an hour', () => {
    expect(percentileOf(encoded([1e12]), 50)).toBeGreaterThanOrEqual(3_600_000);
  });

  it('has no percentile where nothing was recorded', () => {
    expect(percentilesOf(encoded([]))).toBeUndefined();
    expect(percentilesOf(undefined)).toBeUndefined();
    expect(percentileOf(encoded([]), 99)).toBeUndefined();
  });

  it('is empty again after a reset', () => {
    const latency = createLatency();
    latency.record(5);
    latency.reset();
    expect(latency.count).toBe(0);
    latency.record(7);
    expect(percentilesOf(latency.encode())).toEqual(percentilesOf(encoded([7])));
  });
});

describe('histograms that are added', () => {
  it('are what one of all times is', () => {
    const [odd, even] = [0, 1].map((rest) => oneToThousand.filter((ms) => ms % 2 === rest));
    const added = addHistograms([encoded(odd ?? []), encoded(even ?? [])]);
    expect(percentilesOf(added)).toEqual(percentilesOf(encoded(oneToThousand)));
  });

  it('are empty where there is none', () => {
    expect(percentilesOf(addHistograms([]))).toBeUndefined();
  });

  it('must be histograms', () => {
    const good = encoded([1]);
    expect(() => addHistograms([good, 'bm9uZQ=='])).toThrow('cannot be read');
    expect(() => addHistograms([good, good.slice(0, 12)])).toThrow('cannot be read');
    expect(() => percentilesOf('!')).toThrow('cannot be read');
  });
});
