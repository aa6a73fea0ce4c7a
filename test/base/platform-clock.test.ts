import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PlatformClock } from '../../src/base/platform-clock.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';

const noon = Date.parse('2026-03-01T12:00:00Z');
const hour = 3_600_000;

const open = () => {
  const base = createManualClock(noon);
  return { base, clock: new PlatformClock({ base }) };
};

/** Sleeps one after another, and takes down when it woke. */
const sleepThrough = async (clock: PlatformClock, durations: readonly number[], woken: number[]): Promise<void> => {
  for (const durationMs of durations) {
    await clock.sleep(durationMs);
    woken.push(clock.now() - noon);
  }
};

it('goes with the real time, and wakes who sleeps', async () => {
  const { base, clock } = open();
  const woken: number[] = [];
  const slept = sleepThrough(clock, [100, 20], woken);
  await base.advance(99);
  expect(woken).toEqual([]);
  await base.advance(21);
  await slept;
  expect(woken).toEqual([100, 120]);
  expect(clock.state()).toEqual({ now: noon + 120, frozen: false, shiftMs: 0 });
});

it('goes on as far ahead as it was shifted, and 0 is the real time again', async () => {
  const { base, clock } = open();
  clock.shift(5_000);
  await base.advance(10);
  expect(clock.state()).toEqual({ now: noon + 5_010, frozen: false, shiftMs: 5_000 });
  clock.shift(-0);
  expect(clock.state()).toEqual({ now: noon + 10, frozen: false, shiftMs: 0 });
});

it('wakes at once what is due by the time that it is set to, in order, and the rest at its time', async () => {
  const { base, clock } = open();
  const woken: string[] = [];
  const sleeper = async (name: string, durationMs: number): Promise<void> => {
    await clock.sleep(durationMs);
    woken.push(name);
  };
  const slept = [sleeper('third', 5_000), sleeper('second', 900), sleeper('first', 300)];
  clock.set(noon + 1_000);
  await Promise.all(slept.slice(1));
  expect(woken).toEqual(['first', 'second']);
  await base.advance(3_999);
  expect(woken).toHaveLength(2);
  await base.advance(1);
  await slept[0];
});

it('lets what waits be due at its time when it is set back', async () => {
  const { base, clock } = open();
  const woken: number[] = [];
  const slept = sleepThrough(clock, [1_000], woken);
  clock.set(new Date(noon - hour));
  await base.advance(hour);
  expect([woken, clock.now()]).toEqual([[], noon]);
  await base.advance(1_000);
  await slept;
  expect(woken).toEqual([1_000]);
});

it('stands still where it is frozen, and wakes nobody', async () => {
  const { base, clock } = open();
  const woken: number[] = [];
  const slept = sleepThrough(clock, [100], woken);
  await base.advance(40);
  clock.freeze();
  await base.advance(hour);
  expect(clock.state()).toEqual({ now: noon + 40, frozen: true, shiftMs: -hour });
  expect(woken).toEqual([]);
  clock.resume();
  await base.advance(59);
  expect(woken).toEqual([]);
  await base.advance(1);
  await slept;
  expect(clock.state()).toEqual({ now: noon + 100, frozen: false, shiftMs: -hour });
});

it('stays frozen where it is set, and does not hold up what is due already', async () => {
  const { base, clock } = open();
  clock.freeze();
  clock.set('2026-03-01T14:00:00+01:00');
  await base.advance(1_000);
  expect(clock.state()).toMatchObject({ now: noon + hour, frozen: true });
  await clock.sleep(0);
});

it('lets who falls asleep while it is frozen wait for a time that has not come yet', async () => {
  const { clock } = open();
  clock.freeze();
  const woken: number[] = [];
  const slept = sleepThrough(clock, [250], woken);
  await clock.advance(250);
  await slept;
  expect(woken).toEqual([250]);
  expect(clock.state()).toMatchObject({ now: noon + 250, frozen: true });
});

it('goes from one due time to the next, and lets what wakes sleep again', async () => {
  const { clock } = open();
  const woken: number[] = [];
  const slept = sleepThrough(clock, [1_000, 2_000, 4_000], woken);
  await clock.advance('24h');
  await slept;
  expect(woken).toEqual([1_000, 3_000, 7_000]);
  expect(clock.state()).toEqual({ now: noon + 24 * hour, frozen: false, shiftMs: 24 * hour });
});

it('waits for what advance woke before it moves on', async () => {
  const base = createManualClock(noon);
  const answers: (() => void)[] = [];
  const idle = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (answers.length > 0) await new Promise<void>((resolve) => answers.push(resolve));
  };
  const clock = new PlatformClock({ base, idle });
  const times: number[] = [];
  void clock.sleep(10).then(() => {
    // Something that takes real time.
    answers.push(() => times.push(clock.now() - noon));
    setTimeout(() => {
      for (const answer of answers.splice(0)) answer();
    }, 20);
  });
  const later = sleepThrough(clock, [15], times);
  await clock.advance(100);
  await later;
  expect(times).toEqual([10, 15]);
});

it('is advanced once after another', async () => {
  const { clock } = open();
  const slept = clock.sleep(90_000);
  await Promise.all([clock.advance('1m'), clock.advance(60_000)]);
  await slept;
  expect(clock.state()).toMatchObject({ now: noon + 120_000, shiftMs: 120_000 });
});

it('keeps how time goes on where that is decided meanwhile', async () => {
  const { clock } = open();
  void clock.sleep(10).then(() => clock.freeze());
  await clock.advance(100);
  expect(clock.state()).toMatchObject({ now: noon + 100, frozen: true });
  void clock.sleep(10).then(() => clock.resume());
  await clock.advance(100);
  expect(clock.state()).toMatchObject({ now: noon + 200, frozen: false });
});

it('says so where the clock is set meanwhile, and the time that was set holds', async () => {
  const { clock } = open();
  void clock.sleep(10).then(() => clock.set(noon));
  await expect(clock.advance(100)).rejects.toThrow('set while it was advanced');
  expect(clock.state()).toEqual({ now: noon, frozen: false, shiftMs: 0 });
  await clock.advance(10);
  expect(clock.now()).toBe(noon + 10);
});

it('wakes whoever sleeps in order of their due times, whatever the order in which they fell asleep', async () => {
  const durations = fc.array(fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 4 }));
  await fc.assert(
    fc.asyncProperty(durations, fc.boolean(), async (sleepers, frozen) => {
      const { clock } = open();
      if (frozen) clock.freeze();
      const woken: number[] = [];
      const slept = sleepers.map((each) => sleepThrough(clock, each, woken));
      await clock.advance(200);
      await Promise.all(slept);
      const due = sleepers.flatMap((each) =>
        each.map((_, index) => each.slice(0, index + 1).reduce((one, other) => one + other, 0)),
      );
      expect(woken).toEqual(due.toSorted((one, other) => one - other));
    }),
    { numRuns: 60 },
  );
});

it('tells whoever asks when it is frozen, resumed, set and advanced', async () => {
  const { clock } = open();
  const told: string[] = [];
  const forget = clock.onChange(({ now, frozen }) => told.push(`${now - noon} ${frozen}`));
  clock.freeze();
  clock.freeze();
  clock.set(noon + 5);
  clock.resume();
  clock.resume();
  expect(told).toEqual(['0 true', '5 true', '5 false']);
  await clock.advance(10);
  expect(told.at(-1)).toBe('15 false');
  forget();
  clock.freeze();
  expect(told.at(-1)).toBe('15 false');
});

it('ends a sleep with the reason of its signal, however time goes', async () => {
  const { clock } = open();
  const controller = new AbortController();
  const slept = clock.sleep(10, controller.signal);
  clock.freeze();
  controller.abort(new Error('enough'));
  await expect(slept).rejects.toThrow('enough');
  await expect(clock.sleep(10, controller.signal)).rejects.toThrow('enough');
});

it('hands on what goes wrong with the real time', async () => {
  const base = { now: () => 0, sleep: () => Promise.reject(new Error('no time')) };
  await expect(new PlatformClock({ base }).sleep(1)).rejects.toThrow('no time');
});

it.each(['soon', '2026-03-01T12:00:00', Number.NaN, new Date('?'), noon + 3.2e11, -1e20])(
  'is not set to %p',
  (time) => {
    const { clock } = open();
    expect(() => clock.set(time)).toThrow(expect.objectContaining({ code: 'usage' }));
    expect(clock.state()).toEqual({ now: noon, frozen: false, shiftMs: 0 });
  },
);

it.each(['1 day', '-1h', -1, Number.NaN, Number.POSITIVE_INFINITY, 3.2e11])(
  'is not advanced by %p',
  async (duration) => {
    const { clock } = open();
    await expect(clock.advance(duration)).rejects.toMatchObject({ code: 'usage' });
    expect(clock.now()).toBe(noon);
  },
);

it.each([3.2e11, 0.5, Number.NaN])('is not shifted by %p', (ms) => {
  const { clock } = open();
  expect(() => clock.shift(ms)).toThrow(expect.objectContaining({ code: 'usage' }));
});
