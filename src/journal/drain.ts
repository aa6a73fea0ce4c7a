import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs it to its end at once. */
export const drain = <T>(steps: Generator<undefined, T>): T => {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

/** Runs it to its end, with a turn for everybody else after each step; rejects with the signal's reason. */
export const drainInTurns = async <T>(
  steps: Generator<undefined, T>,
  signal: AbortSignal | undefined,
): Promise<T> => {
  for (;;) {
    signal?.throwIfAborted();
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
};
