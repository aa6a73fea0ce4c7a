import { machineMs, ownMs, processMs } from './processor-time.js';

/** Cores that others may use during a slice. */
const tolerated = 0.1;

/** Times are counted in ticks of 10 ms: less than this says nothing. */
const leastMs = 25;

/** Starts measuring; the function returned gives the cores that others used since. `pids`: what is measured. */
const watchOthers = (pids) => {
  const used = () => machineMs() - ownMs() - pids.reduce((sum, pid) => sum + processMs(pid), 0);
  const before = used();
  const start = performance.now();
  return () => {
    const milliseconds = used() - before;
    return milliseconds < leastMs ? 0 : milliseconds / (performance.now() - start);
  };
};

/**
 * Measures in slices that nobody else disturbs: a slice during which others used the machine is
 * repeated, and the least disturbed one taken once `mostRepeats` are used up, so that a machine
 * that never comes to rest does not keep the benchmark for ever.
 */
export const createGuard = (mostRepeats) => {
  const seen = { slices: 0, repeated: 0, disturbed: 0, others: 0 };
  const once = async (measure, pids) => {
    const others = watchOthers(pids);
    const value = await measure();
    return { value, others: others() };
  };
  const quietly = async (measure, pids = []) => {
    let best = await once(measure, pids);
    while (best.others > tolerated && seen.repeated < mostRepeats) {
      seen.repeated += 1;
      const again = await once(measure, pids);
      if (again.others < best.others) best = again;
    }
    seen.slices += 1;
    if (best.others > tolerated) seen.disturbed += 1;
    seen.others = Math.max(seen.others, best.others);
    return best.value;
  };
  return { quietly, seen: () => ({ ...seen }) };
};
