import type { LoadSecond } from '../../formats/load-report.ts';
import type { CallbackType } from '../../spec/callback.ts';
import { callbackTypes } from '../../spec/callback.ts';
import { plural } from '../../text/quantity-text.ts';
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
 * `asked 500/s reached 498/s · getBalance p50 3 p99 9 ms · 0 breaches · 41 s left`. What does not fit is left
 * out, the types that are sent less often first.
 */
export const liveLine = (load: LiveLoad, columns = widest): string => {
  const room = Math.min(widest, columns);
  const types = typesOf(load.seconds);
  for (let shown = types.length; shown >= 0; shown -= 1) {
    const line = [
      ...headOf(load),
      ...types.slice(0, shown).map(({ text }) => text),
      ...tailOf(load),
    ].join(' · ');
    if (line.length <= room) return line;
  }
  return [...tailOf(load)].join(' · ').slice(0, room);
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
const typesOf = (
  seconds: readonly LoadSecond[],
): readonly { readonly type: CallbackType; readonly count: number; readonly text: string }[] =>
  callbackTypes
    .flatMap((type) => {
      const times = percentilesOf(
        addHistograms(seconds.flatMap(({ latency }) => latency[type] ?? [])),
      );
      if (times === undefined) return [];
      const { count, p50, p99 } = times;
      return [{ type, count, text: `${type} p50 ${bareMs(p50)} p99 ${bareMs(p99)} ms` }];
    })
    .toSorted((one, other) => other.count - one.count);

const bareMs = (ms: number): string => String(ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms));
