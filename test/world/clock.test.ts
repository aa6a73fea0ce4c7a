import { describe, expect, it } from '@jest/globals';
import { createShiftedClock, pause, systemClock } from '../../src/world/clock.ts';
import { createManualClock } from '../../src/world/manual-clock.ts';

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

const tenYearsMs = 315_576_000_000;

it('goes with its base, so far ahead or behind as it was moved', async () => {
  const base = createManualClock(1_000);
  const clock = createShiftedClock(base);
  expect([clock.now(), clock.shiftMs()]).toEqual([1_000, 0]);
  clock.shift(5_000);
  await base.advance(10);
  expect([clock.now(), clock.shiftMs()]).toEqual([6_010, 5_000]);
  clock.shift(-300);
  expect([clock.now(), clock.shiftMs()]).toEqual([710, -300]);
  clock.shift(-0);
  expect([clock.now(), clock.shiftMs()]).toEqual([1_010, 0]);
});

it('neither ends nor lengthens a wait when it is moved', async () => {
  const base = createManualClock();
  const clock = createShiftedClock(base);
  let woken = 0;
  const slept = clock.sleep(100).then(() => {
    woken = base.now();
  });
  clock.shift(tenYearsMs);
  await base.advance(99);
  expect(woken).toBe(0);
  await base.advance(1);
  await slept;
  expect(woken).toBe(100);
});

it('ends a wait with the reason of its signal', async () => {
  const clock = createShiftedClock(createManualClock());
  await expect(clock.sleep(1, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
});

it('is moved by ten years at most, and by whole milliseconds', () => {
  const clock = createShiftedClock(createManualClock());
  clock.shift(tenYearsMs);
  clock.shift(-tenYearsMs);
  for (const ms of [tenYearsMs + 1, -tenYearsMs - 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => clock.shift(ms)).toThrow(RangeError);
    expect(() => clock.shift(ms)).toThrow(`cannot be moved by ${ms}`);
  }
  expect(clock.shiftMs()).toBe(-tenYearsMs);
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
