import { expect, it } from '@jest/globals';
import { systemClock } from '../../src/world/clock.ts';

it('tells the time of the machine', () => {
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(50);
});

it('tells moments within one millisecond apart, in order', () => {
  const moments = Array.from({ length: 1_000 }, () => systemClock.now());
  expect(moments).toEqual(moments.toSorted((one, other) => one - other));
  const last = moments.at(-1) ?? 0;
  const within = moments.filter((moment) => moment > last - 1);
  expect(new Set(within).size).toBeGreaterThan(1);
});

it('sleeps, and wakes early when its signal says so', async () => {
  const before = systemClock.now();
  await systemClock.sleep(20);
  expect(systemClock.now() - before).toBeGreaterThan(18);
  const slept = systemClock.sleep(60_000, AbortSignal.abort());
  await expect(slept).rejects.toThrow();
});
