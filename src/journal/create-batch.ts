/** How long a row may wait for its commit, and how many rows may wait. */
const longestWaitMs = 5;
const fullAt = 50;

export interface Batch<T> {
  /** Takes an item in; costs a push. */
  add(item: T): void;
  /** Hands over what waits, now. */
  flush(): void;
}

/** Gathers items and hands them over together, outside the turn in which they were added. */
export const createBatch = <T>(handOver: (items: readonly T[]) => void): Batch<T> => {
  let waiting: T[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    if (waiting.length === 0) return;
    const items = waiting;
    waiting = [];
    handOver(items);
  };
  const schedule = (): void => {
    if (timer === undefined) timer = setTimeout(flush, longestWaitMs);
    else timer.refresh();
  };

  return {
    add: (item) => {
      waiting.push(item);
      if (waiting.length === 1) schedule();
      else if (waiting.length === fullAt) setImmediate(flush);
    },
    flush,
  };
};
