import { bin, max, min, quantile } from 'd3-array';
import { scaleLog } from 'd3-scale';
import type { ReportedExchange, Run } from '../../spec/run.ts';

export interface LatencyBin {
  /** Milliseconds, from and below. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** How long the answers of an agent took, in milliseconds. */
export interface Latency {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  readonly bins: readonly LatencyBin[];
  /** The slowest first. */
  readonly slowest: readonly ReportedExchange[];
}

const mostBins = 32;
const mostSlowest = 5;
/** A log scale has no zero. */
const shortestMs = 0.1;

const binsOf = (durations: readonly number[], largest: number): LatencyBin[] => {
  const least = Math.max(shortestMs, min(durations) ?? shortestMs);
  const scale = scaleLog()
    .domain([least, Math.max(largest, least * 10)])
    .nice();
  const [from = shortestMs, to = shortestMs] = scale.domain();
  const width = scale.copy().range([0, mostBins]);
  const thresholds = Array.from({ length: mostBins - 1 }, (_, index) => width.invert(index + 1));
  return bin()
    .domain([from, to])
    .thresholds(thresholds)(durations)
    .map((members) => ({ from: members.x0 ?? 0, to: members.x1 ?? 0, count: members.length }));
};

const isAnswered = ({ direction, status }: ReportedExchange): boolean =>
  direction !== 'operation' && status !== null;

/** The latency of the agent's answers to callbacks; undefined where there was none. */
export const latencyOf = ({ exchanges }: Run): Latency | undefined => {
  const answered = exchanges.filter(isAnswered);
  const durations = answered.map(({ durationMs }) => Math.max(shortestMs, durationMs));
  const largest = max(durations);
  if (largest === undefined) return undefined;
  return {
    count: durations.length,
    p50: quantile(durations, 0.5) ?? largest,
    p95: quantile(durations, 0.95) ?? largest,
    max: largest,
    bins: binsOf(durations, largest),
    slowest: answered
      .toSorted((one, other) => other.durationMs - one.durationMs)
      .slice(0, mostSlowest),
  };
};
