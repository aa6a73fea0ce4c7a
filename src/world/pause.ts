import type { Clock } from './clock.ts';

/** Waits on the clock; ends at once, and without an error, when the signal aborts. */
export const pause = async (
  clock: Clock,
  durationMs: number,
  signal: AbortSignal,
): Promise<void> => {
  try {
    await clock.sleep(durationMs, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};
