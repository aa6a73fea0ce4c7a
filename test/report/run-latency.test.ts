import { describe, expect, it } from '@jest/globals';
import { runLatency } from '../../src/report/run-latency.ts';
import { aCallback } from './html/report-builder.ts';
import { aRun } from './run-builder.ts';

const runOf = (...durations: number[]) => aRun({ exchanges: durations.map((durationMs) => aCallback({ durationMs })) });

describe('the latency of a run', () => {
  it('tells the quantiles and the slowest', () => {
    const latency = runLatency(runOf(...Array.from({ length: 101 }, (_, index) => index + 1)));
    expect(latency).toMatchObject({ count: 101, p50: 51, p95: 96, max: 101 });
    expect(latency?.slowest.map(({ durationMs }) => durationMs)).toEqual([101, 100, 99, 98, 97]);
  });

  it.each([[[0.4]], [[0]], [[1, 10, 100, 5000]], [[3, 3, 3]]])('has a bin for every answer of %j', (durations) => {
    const bins = runLatency(runOf(...durations))?.bins ?? [];
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(durations.length);
    expect(bins.every(({ from, to }) => Number.isFinite(from) && from < to)).toBe(true);
  });

  it('is not there where nothing was answered', () => {
    const exchanges = [aCallback({ status: null }), aCallback({ direction: 'operation' })];
    expect(runLatency(aRun({ exchanges }))).toBeUndefined();
  });
});
