import { bin, max, min, quantile } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import type { VNode } from 'preact';
import type { ReportedExchange, Run } from '../../formats/run.ts';
import { msText } from '../../text/quantity-text.ts';
import { exchangeFacts } from '../exchange-facts.ts';

/** How long the answers took: quantiles, a histogram, the slowest. */
export const LatencySection = ({ run }: { readonly run: Run }): VNode | null => {
  const latency = latencyOf(run);
  if (latency === undefined) return null;
  const { count, p50, p95, max, slowest } = latency;
  return (
    <section aria-labelledby="latency">
      <h2 id="latency">How long the answers took</h2>
      <p>
        {count} answers: half within <strong>{msText(p50)}</strong>, 95 of 100 within{' '}
        <strong>{msText(p95)}</strong>, the slowest <strong>{msText(max)}</strong>.
      </p>
      <LatencyHistogram latency={latency} />
      <Slowest exchanges={slowest} />
    </section>
  );
};

interface LatencyBin {
  /** Milliseconds, from and below. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** How long the answers of an agent took, in milliseconds. */
interface Latency {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  readonly bins: readonly LatencyBin[];
  /** The slowest first. */
  readonly slowest: readonly ReportedExchange[];
}

const shape = { width: 640, height: 130, left: 4, right: 4, top: 26, bottom: 22 } as const;

/** How many answers took how long, on a logarithmic scale. */
const LatencyHistogram = ({ latency }: { readonly latency: Latency }): VNode => {
  const { x, y } = scalesOf(latency);
  const { count, p50, p95, max } = latency;
  const label = `Histogram of ${count} answers: half within ${msText(p50)}, 95 of 100 within ${msText(p95)}, the slowest ${msText(max)}.`;
  return (
    <div class="scroll diagram">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${shape.width} ${shape.height}`}
        width={shape.width}
        height={shape.height}
      >
        {latency.bins.map((bin) => (
          <rect
            key={bin.from}
            class="bin"
            x={x(bin.from) + 0.5}
            y={y(bin.count)}
            width={Math.max(0.5, x(bin.to) - x(bin.from) - 1)}
            height={y(0) - y(bin.count)}
          />
        ))}
        {[
          { name: 'p50', at: p50, anchor: 'end', shift: -4 } as const,
          { name: 'p95', at: p95, anchor: 'start', shift: 4 } as const,
        ].map(({ name, at, anchor, shift }) => (
          <g key={name} class="quantile">
            <line x1={x(at)} x2={x(at)} y1={6} y2={y(0)} />
            <text x={x(at) + shift} y={14} text-anchor={anchor}>
              {name}
            </text>
          </g>
        ))}
        <Axis x={x} />
      </svg>
    </div>
  );
};

const scalesOf = ({ bins }: Latency) => ({
  x: scaleLog()
    .domain([bins[0]?.from ?? 1, bins.at(-1)?.to ?? 10])
    .range([shape.left, shape.width - shape.right]),
  y: scaleLinear()
    .domain([0, Math.max(1, ...bins.map(({ count }) => count))])
    .range([shape.height - shape.bottom, shape.top]),
});

const Axis = ({ x }: { readonly x: ReturnType<typeof scalesOf>['x'] }): VNode => (
  <g class="axis">
    <line
      x1={shape.left}
      x2={shape.width - shape.right}
      y1={shape.height - shape.bottom}
      y2={shape.height - shape.bottom}
    />
    {x.ticks().map((tick) => (
      <line
        key={tick}
        x1={x(tick)}
        x2={x(tick)}
        y1={shape.height - shape.bottom}
        y2={shape.height - shape.bottom + (isPowerOfTen(tick) ? 6 : 3)}
      />
    ))}
    {x
      .ticks()
      .filter(isPowerOfTen)
      .map((tick, index, all) => (
        <text
          key={tick}
          x={x(tick)}
          y={shape.height - 4}
          text-anchor={index === 0 ? 'start' : index === all.length - 1 ? 'end' : 'middle'}
        >
          {msText(tick)}
        </text>
      ))}
  </g>
);

const isPowerOfTen = (tick: number): boolean => Number.isInteger(Math.log10(tick));

const Slowest = ({ exchanges }: { readonly exchanges: readonly ReportedExchange[] }): VNode => (
  <div class="scroll">
    <table>
      <caption>The slowest</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Callback</th>
          <th scope="col">Answer</th>
          <th scope="col">Scenario</th>
        </tr>
      </thead>
      <tbody>
        {exchanges.map((exchange) => {
          const { callback, status, answer } = exchangeFacts(exchange);
          return (
            <tr key={exchange.id}>
              <td>{msText(exchange.durationMs)}</td>
              <td>{callback}</td>
              <td>
                {status} {answer}
              </td>
              <td class="place">
                {exchange.scenario}
                {exchange.line === undefined ? '' : `:${exchange.line}`}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </div>
);

/** A log scale has no zero. */
const shortestMs = 0.1;

const mostSlowest = 5;

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

const isAnswered = ({ direction, status }: ReportedExchange): boolean =>
  direction !== 'operation' && status !== null;

const mostBins = 32;

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
