import { expect, it } from '@jest/globals';
import { createManualClock } from '../fixtures/manual-clock.ts';

it('stands still until it is moved', async () => {
  const clock = createManualClock(1_000);
  expect(clock.now()).toBe(1_000);
  await clock.advance(250);
  expect(clock.now()).toBe(1_250);
});

it('wakes sleepers in order of their due times, each at its own', async () => {
  const clock = createManualClock();
  const woken: [string, number][] = [];
  const sleeper = async (name: string, durationMs: number): Promise<void> => {
    await clock.sleep(durationMs);
    woken.push([name, clock.now()]);
  };
  const asleep = [sleeper('late', 30), sleeper('early', 10), sleeper('never', 31)];
  await clock.advance(30);
  expect(woken).toEqual([
    ['early', 10],
    ['late', 30],
  ]);
  await clock.advance(1);
  await Promise.all(asleep);
});

it('wakes whoever sleeps again within the same advance', async () => {
  const clock = createManualClock();
  const times: number[] = [];
  const repeated = (async () => {
    for (const durationMs of [1, 2, 4]) {
      await clock.sleep(durationMs);
      times.push(clock.now());
    }
  })();
  await clock.advance(100);
  await repeated;
  expect(times).toEqual([1, 3, 7]);
  expect(clock.now()).toBe(100);
});

it('waits for a sleeper and moves straight to its due time', async () => {
  const clock = createManualClock(5);
  const moved = clock.wakeNext();
  const slept = clock.sleep(40);
  expect(await moved).toBe(40);
  await slept;
  expect(clock.now()).toBe(45);
});

it('ends a sleep with the reason of its signal', async () => {
  const clock = createManualClock();
  const controller = new AbortController();
  const slept = clock.sleep(10, controller.signal);
  controller.abort(new Error('enough'));
  await expect(slept).rejects.toThrow('enough');
  await expect(clock.sleep(10, controller.signal)).rejects.toThrow('enough');
  await clock.advance(10);
});
