import { bin, max, min, quantile } from 'd3-array';
import { scaleLog } from 'd3-scale';
import type { LatencyView } from '../components/report-view.ts';
import type { ReportedExchange, Run } from '../formats/run.ts';
import { exchangeFacts } from './exchange-facts.ts';

/** How long the agent's answers to callbacks took; undefined where there was none. */
export const runLatency = ({ exchanges }: Run): LatencyView | undefined => {
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
      .slice(0, mostSlowest)
      .map(slowOne),
  };
};

/** A log scale has no zero. */
const shortestMs = 0.1;

const mostSlowest = 5;

const isAnswered = ({ direction, status }: ReportedExchange): boolean => direction !== 'operation' && status !== null;

const slowOne = (exchange: ReportedExchange): LatencyView['slowest'][number] => {
  const { callback, status, answer } = exchangeFacts(exchange);
  const { id, durationMs, scenario, line } = exchange;
  const place = line === undefined ? scenario : `${scenario}:${line}`;
  return { exchangeId: id, durationMs, callback, answer: `${status} ${answer}`, place };
};

const mostBins = 32;

const binsOf = (durations: readonly number[], largest: number): LatencyView['bins'] => {
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
