/** Does one thing after another. */
export interface Queue {
  /** How many have not ended. */
  readonly waiting: () => number;
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** A queue in which what fails does not hold up what comes after it. */
export const createQueue = (): Queue => {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    waiting: () => waiting,
    run: (work) => {
      waiting += 1;
      const done = last.then(work).finally(() => {
        waiting -= 1;
      });
      last = done.catch(() => undefined);
      return done;
    },
  };
};
