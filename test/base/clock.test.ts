import { describe, expect, it } from '@jest/globals';
import { pause, systemClock } from '../../src/base/clock.ts';

it('tells the time of the machine', () => {
  const before = Date.now();
  const now = systemClock.now();
  expect(now).toBeGreaterThan(before - 50);
  expect(now).toBeLessThan(Date.now() + 50);
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

describe('pause', () => {
  it('ends without an error when the signal aborts', async () => {
    const controller = new AbortController();
    const paused = pause(systemClock, 60_000, controller.signal);
    controller.abort();
    await expect(paused).resolves.toBeUndefined();
    await expect(pause(systemClock, 60_000, controller.signal)).resolves.toBeUndefined();
  });

  it('hands on what goes wrong for another reason', async () => {
    const broken = { now: () => 0, sleep: () => Promise.reject(new Error('no time')) };
    await expect(pause(broken, 1, new AbortController().signal)).rejects.toThrow('no time');
  });
});
