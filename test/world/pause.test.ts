import { describe, expect, it } from '@jest/globals';
import { pause, systemClock } from '../../src/world/clock.ts';

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
