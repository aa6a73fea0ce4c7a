import { plural } from '../../base/quantities.ts';
import type { LoadSecond } from '../../formats/load-report.ts';
import { callbackTypes } from '../../spec/callback.ts';
import { addHistograms, percentilesOf } from './histograms.ts';
import { rateText } from './load-view.ts';

/** A load at this moment. */
export interface LiveLoad {
  /** The last seconds, in order: rates are their mean. */
  readonly seconds: readonly LoadSecond[];
  /** Since the beginning. */
  readonly breaches: number;
  readonly errors: number;
  readonly leftMs: number;
}

/** Wider than this no line gets. */
const widest = 100;

/**
 * `asked 500/s reached 498/s · getBalance p50 3 p99 9 ms · makeBet 9/31 ms · 0 breaches · 41 s left`. What
 * does not fit is told shorter, then left out: the types that are sent less often first.
 */
export const liveLine = (load: LiveLoad, columns = widest): string => {
  const room = Math.min(widest, columns);
  const lines = [...typesTold(load.seconds), []].map((types) =>
    [...headOf(load), ...types, ...tailOf(load)].join(separator),
  );
  const fitting = lines.find((line) => line.length <= room);
  return fitting ?? tailOf(load).join(separator).slice(0, room);
};

const separator = ' · ';

/** Ways to tell the types, the longest first. */
const typesTold = (seconds: readonly LoadSecond[]): readonly (readonly string[])[] => {
  const types = typesOf(seconds);
  const full = types.map(({ type, p50, p99 }) => `${type} p50 ${p50} p99 ${p99} ms`);
  const short = types.map(({ type, p50, p99 }) => `${type} ${p50}/${p99} ms`);
  // The first one shows what the two figures of the others are.
  const mixed = [...full.slice(0, 1), ...short.slice(1)];
  return [full, ...mixed.map((_, index) => mixed.slice(0, mixed.length - index))];
};

const headOf = ({ seconds }: LiveLoad): string[] => {
  const per = Math.max(1, seconds.length);
  const sum = (name: 'asked' | 'sent') => seconds.reduce((total, each) => total + each[name], 0);
  return [`asked ${rateText(sum('asked') / per)} reached ${rateText(sum('sent') / per)}`];
};

const tailOf = ({ breaches, errors, leftMs }: LiveLoad): string[] => [
  ...(errors === 0 ? [] : [plural(errors, 'error')]),
  plural(breaches, 'breach', 'breaches'),
  leftMs > 0 ? `${Math.ceil(leftMs / 1000)} s left` : 'ending',
];

/** The types that were answered, the most frequent first. */
const typesOf = (seconds: readonly LoadSecond[]) =>
  callbackTypes
    .flatMap((type) => {
      const known = seconds.flatMap(({ latency }) => latency[type] ?? []);
      const times = percentilesOf(addHistograms(known));
      if (times === undefined) return [];
      const { count, p50, p99 } = times;
      return [{ type, count, p50: bareMs(p50), p99: bareMs(p99) }];
    })
    .toSorted((one, other) => other.count - one.count);

const bareMs = (ms: number): string => String(ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms));
