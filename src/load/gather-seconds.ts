import type { LoadSecond } from '../formats/load-report.ts';
import type { CallbackType } from '../spec/callback.ts';
import { callbackTypes } from '../spec/callback.ts';
import { addHistograms } from './add-histograms.ts';
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
export const gatherSeconds = (
  workers: number,
  tell: (gathered: GatheredSecond) => void,
): SecondsGatherer => {
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
      const added = addSeconds(parts);
      whole.set(second.second, added);
      tell({ second: added, now: addNow(latest) });
    },
    all: () => {
      const rest = [...open].map(([number, parts]) => [number, addSeconds(parts)] as const);
      return [...whole, ...rest]
        .toSorted(([one], [other]) => one - other)
        .map(([, second]) => second);
    },
  };
};

const addNow = (all: readonly WorkerNow[]): WorkerNow => ({
  players: sum(all, ({ players }) => players),
  parked: sum(all, ({ parked }) => parked),
  heapBytes: sum(all, ({ heapBytes }) => heapBytes),
});

const addSeconds = (parts: readonly LoadSecond[]): LoadSecond => {
  const [first, ...others] = parts;
  if (first === undefined) throw new TypeError('No worker has told this second.');
  if (others.length === 0) return first;
  return {
    second: first.second,
    asked: sum(parts, ({ asked }) => asked),
    sent: sum(parts, ({ sent }) => sent),
    answered: sum(parts, ({ answered }) => answered),
    errors: sum(parts, ({ errors }) => errors),
    breaches: sum(parts, ({ breaches }) => breaches),
    backlog: sum(parts, ({ backlog }) => backlog),
    underWay: sum(parts, ({ underWay }) => underWay),
    latency: addByType(parts.map(({ latency }) => latency)),
  };
};

type Histograms = LoadSecond['latency'];

const addByType = (all: readonly Histograms[]): Histograms =>
  Object.fromEntries(
    callbackTypes.flatMap((type: CallbackType) => {
      const known = all.flatMap((each) => each[type] ?? []);
      return known.length === 0 ? [] : [[type, addHistograms(known)]];
    }),
  );

const sum = <T>(items: readonly T[], numberOf: (item: T) => number): number =>
  items.reduce((total, item) => total + numberOf(item), 0);
