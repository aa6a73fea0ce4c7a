/** Something that waits for a time. */
export interface Due {
  /** By whatever clock; it does not change while it is in a list. */
  readonly dueAt: number;
}

/** What waits for a time, in the order in which it is due; of those due at once the first to come is first. */
export interface WaitList<W extends Due> {
  add(wait: W): void;
  remove(wait: W): void;
  earliest(): W | undefined;
  /** Takes out everything that is due by then, in order. */
  takeDue(time: number): readonly W[];
  all(): readonly W[];
}

/** A list in which nothing waits. */
export const createWaitList = <W extends Due>(): WaitList<W> => {
  const waits: W[] = [];
  return {
    add: (wait) => waits.splice(countDue(waits, wait.dueAt), 0, wait),
    remove: (wait) => {
      for (let index = countDue(waits, wait.dueAt) - 1; waits[index]?.dueAt === wait.dueAt; index -= 1) {
        if (waits[index] === wait) waits.splice(index, 1);
      }
    },
    earliest: () => waits[0],
    takeDue: (time) => waits.splice(0, countDue(waits, time)),
    all: () => [...waits],
  };
};

/** Somebody who sleeps until it is woken. */
export interface Sleeper extends Due {
  readonly wake: () => void;
  readonly fail: (error: unknown) => void;
  /** Ends what else would wake it. */
  disarm: AbortController | undefined;
}

interface FallingAsleep {
  readonly signal: AbortSignal | undefined;
  /** Told who sleeps, unless the signal has aborted before. */
  readonly onSleep: (sleeper: Sleeper) => void;
}

/** Sleeps in the list until it is woken; rejects with the reason of the signal. */
export const fallAsleep = (
  waits: WaitList<Sleeper>,
  dueAt: number,
  { signal, onSleep }: FallingAsleep,
): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const ending = (settle: (value?: unknown) => void) => (value?: unknown) => {
      waits.remove(sleeper);
      sleeper.disarm?.abort();
      signal?.removeEventListener('abort', giveUp);
      settle(value);
    };
    const fail = ending(reject);
    const giveUp = (): void => fail(signal?.reason);
    const sleeper: Sleeper = { dueAt, wake: ending(() => resolve()), fail, disarm: undefined };
    signal?.addEventListener('abort', giveUp, { once: true });
    waits.add(sleeper);
    onSleep(sleeper);
  });

/** How many are due by then. */
const countDue = (waits: readonly Due[], time: number): number => {
  let [low, high] = [0, waits.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((waits[middle] as Due).dueAt <= time) low = middle + 1;
    else high = middle;
  }
  return low;
};
