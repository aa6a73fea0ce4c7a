import type { LoadSecond } from '../formats/load-report.ts';
import { addSeconds } from './add-parts.ts';

export interface SecondsGatherer {
  add(second: LoadSecond): void;
  /** All seconds by now, in order; those that not every worker has told are as far as they are known. */
  all(): readonly LoadSecond[];
}

/** Tells each second, added up, once every worker has told it. */
export const gatherSeconds = (workers: number, tell: (second: LoadSecond) => void): SecondsGatherer => {
  const whole = new Map<number, LoadSecond>();
  const open = new Map<number, LoadSecond[]>();
  return {
    add: (second) => {
      const parts = [...(open.get(second.second) ?? []), second];
      open.set(second.second, parts);
      if (parts.length < workers) return;
      open.delete(second.second);
      for (const added of addSeconds(parts)) {
        whole.set(added.second, added);
        tell(added);
      }
    },
    all: () => addSeconds([...whole.values(), ...[...open.values()].flat()]),
  };
};
