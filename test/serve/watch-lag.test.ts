import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { watchLag } from '../../src/serve/watch-lag.ts';

const holdUp = (forMs: number): void => {
  const until = performance.now() + forMs;
  while (performance.now() < until);
};

it('tells the longest time in which nothing else could be done', async () => {
  const closing = new AbortController();
  const lagMs = watchLag(closing.signal);
  // What it measures begins with its first look.
  while (lagMs() < 200) {
    holdUp(300);
    await delay(1);
  }
  closing.abort();
  expect(Number.isInteger(lagMs())).toBe(true);
});
