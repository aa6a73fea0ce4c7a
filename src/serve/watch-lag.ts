import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How often it is looked whether the process gets its turn. */
const resolutionMs = 20;
const sliceMs = 10_000;
const slicesInMinute = 6;

/**
 * Watches the event loop until the signal. Gives the longest time of the last minute in which the
 * process could do nothing, in whole milliseconds.
 */
export const watchLag = (signal: AbortSignal): (() => number) => {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let earlier: readonly number[] = [];
  // What is measured is the time from look to look.
  const longest = (): number => Math.max(0, Math.round(delays.max / 1e6) - resolutionMs);
  const timer = setInterval(() => {
    earlier = [...earlier, longest()].slice(-slicesInMinute);
    delays.reset();
  }, sliceMs).unref();
  const end = (): void => {
    clearInterval(timer);
    delays.disable();
  };
  signal.addEventListener('abort', end, { once: true });
  return () => Math.max(longest(), ...earlier);
};
