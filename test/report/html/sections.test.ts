import { describe, expect, it } from '@jest/globals';
import { coverageOf } from '../../../src/report/html/coverage-section.tsx';
import { latencyOf } from '../../../src/report/html/latency-section.tsx';
import { requirements } from '../../../src/spec/requirements/catalogue.ts';
import { aRequirement, aRun } from '../run-builder.ts';
import { aCallback } from './report-builder.ts';

describe('coverageOf', () => {
  it('holds every requirement of the catalogue once', () => {
    const run = aRun({
      requirements: requirements.map(({ id, section }) => aRequirement({ id, section })),
    });
    const ids = coverageOf(run).flatMap((section) => section.requirements.map(({ id }) => id));
    expect(ids.toSorted()).toEqual(requirements.map(({ id }) => id).toSorted());
  });

  it('counts a requirement of two sections under the first', () => {
    const run = aRun({ requirements: [aRequirement({ section: '3 and 6' })] });
    const counted = coverageOf(run).filter(({ counts }) => counts.passed === 1);
    expect(counted.map(({ number }) => number)).toEqual([3]);
  });
});

const runOf = (...durations: number[]) =>
  aRun({ exchanges: durations.map((durationMs) => aCallback({ durationMs })) });

describe('latencyOf', () => {
  it('tells the quantiles and the slowest', () => {
    const latency = latencyOf(runOf(...Array.from({ length: 101 }, (_, index) => index + 1)));
    expect(latency).toMatchObject({ count: 101, p50: 51, p95: 96, max: 101 });
    expect(latency?.slowest.map(({ durationMs }) => durationMs)).toEqual([101, 100, 99, 98, 97]);
  });

  it.each([[[0.4]], [[0]], [[1, 10, 100, 5000]], [[3, 3, 3]]])(
    'has a bin for every answer of %j',
    (durations) => {
      const bins = latencyOf(runOf(...durations))?.bins ?? [];
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(durations.length);
      expect(bins.every(({ from, to }) => Number.isFinite(from) && from < to)).toBe(true);
    },
  );

  it('knows nothing where nothing was answered', () => {
    const exchanges = [aCallback({ status: null }), aCallback({ direction: 'operation' })];
    expect(latencyOf(aRun({ exchanges }))).toBeUndefined();
  });
});
