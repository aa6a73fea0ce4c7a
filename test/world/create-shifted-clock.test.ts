import { expect, it } from '@jest/globals';
import { createShiftedClock } from '../../src/world/clock.ts';
import { createManualClock } from '../../src/world/manual-clock.ts';

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
