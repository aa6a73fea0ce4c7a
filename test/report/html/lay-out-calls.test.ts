import { describe, expect, it } from '@jest/globals';
import { layOutCalls } from '../../../src/report/html/lay-out-calls.ts';
import { aCallback } from './report-builder.ts';

const day = '2026-01-01T00:00:00';

/** Calls given as start and duration in milliseconds; told as `>1` and `<1`. */
const told = (...calls: [number, number][]): string =>
  layOutCalls(
    calls.map(([start, durationMs], index) => ({
      number: index + 1,
      exchange: aCallback({
        startedAt: `${day}.${String(start).padStart(3, '0')}Z`,
        durationMs,
      }),
    })),
  )
    .map(({ part, call, lane }) => `${part === 'request' ? '>' : '<'}${call.number}@${lane}`)
    .join(' ');

describe('layOutCalls', () => {
  it('draws calls one after another', () => {
    expect(told([0, 5], [10, 5])).toBe('>1@0 <1@0 >2@0 <2@0');
  });

  it('draws calls at the same time beside each other, answers in their order', () => {
    expect(told([0, 50], [10, 20], [40, 30])).toBe('>1@0 >2@1 <2@1 >3@1 <1@0 <3@1');
  });

  it('takes an overlap of less than the clock can tell for none', () => {
    expect(told([0, 0.9], [0, 0.9])).toBe('>1@0 <1@0 >2@0 <2@0');
  });
});
