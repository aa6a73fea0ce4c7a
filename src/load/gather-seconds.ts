import type { LoadSecond } from '../formats/load-report.ts';
import { addSeconds, sum } from './add-parts.ts';
import type { WorkerNow } from './thread-messages.ts';

/** The same second of all workers, added up. */
export interface GatheredSecond {
  readonly second: LoadSecond;
  readonly now: WorkerNow;
}

export interface SecondsGatherer {
  add(second: LoadSecond, now: WorkerNow, worker: number): void;
  /** All seconds by now, in order; those that not every worker has told are as far as they are known. */
  all(): readonly LoadSecond[];
}

/** Tells each second once every worker has told it. */
export const gatherSeconds = (workers: number, tell: (gathered: GatheredSecond) => void): SecondsGatherer => {
  const whole = new Map<number, LoadSecond>();
  const open = new Map<number, LoadSecond[]>();
  const latest: WorkerNow[] = [];
  return {
    add: (second, now, worker) => {
      latest[worker] = now;
      const parts = [...(open.get(second.second) ?? []), second];
      open.set(second.second, parts);
      if (parts.length < workers) return;
      open.delete(second.second);
      for (const added of addSeconds(parts)) {
        whole.set(added.second, added);
        tell({ second: added, now: addNow(latest) });
      }
    },
    all: () => addSeconds([...whole.values(), ...[...open.values()].flat()]),
  };
};

const addNow = (all: readonly WorkerNow[]): WorkerNow => ({
  players: sum(all, ({ players }) => players),
  parked: sum(all, ({ parked }) => parked),
  heapBytes: sum(all, ({ heapBytes }) => heapBytes),
});
