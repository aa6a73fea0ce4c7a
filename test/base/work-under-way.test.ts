import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { createWorkUnderWay } from '../../src/base/work-under-way.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';

const openPromise = () => {
  let settle = { resolve: (): void => undefined, reject: (_: Error): void => undefined };
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
};

/** Whether it has been quiet within some turns of the event loop. */
const isQuiet = async (quiet: Promise<void>): Promise<boolean> => {
  let told = false;
  void quiet.then(() => {
    told = true;
  });
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  return told;
};

it('is quiet where nothing is under way', async () => {
  expect(await isQuiet(createWorkUnderWay(createManualClock()).quiet())).toBe(true);
});

it('is not quiet before all that is under way has ended, well or not', async () => {
  const work = createWorkUnderWay(createManualClock());
  const [one, other] = [openPromise(), openPromise()];
  const done = Promise.allSettled([work.run(() => one.promise), work.run(() => other.promise)]);
  const [quiet, alike] = [work.quiet(), work.quiet()];
  expect(await isQuiet(quiet)).toBe(false);
  one.resolve();
  expect(await isQuiet(quiet)).toBe(false);
  other.reject(new Error('broken'));
  expect(await isQuiet(quiet)).toBe(true);
  expect(await isQuiet(alike)).toBe(true);
  expect((await done).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});

it('is quiet while work sleeps on the clock, and not once it has woken', async () => {
  const clock = createManualClock();
  const work = createWorkUnderWay(clock);
  const answer = openPromise();
  const done = work.run(async () => {
    await work.clock.sleep(10);
    await answer.promise;
    return work.clock.now();
  });
  expect(await isQuiet(work.quiet())).toBe(true);
  await clock.advance(10);
  expect(await isQuiet(work.quiet())).toBe(false);
  answer.resolve();
  expect(await done).toBe(10);
  expect(await isQuiet(work.quiet())).toBe(true);
});
