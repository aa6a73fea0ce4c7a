import type { VNode } from 'preact';
import { msText } from '../base/quantities.ts';
import type { HrefOfCall } from './call-table.tsx';
import type { LatencyView } from './report-view.ts';

/** How long the answers took: quantiles, a histogram, the slowest. */
export const LatencySection = ({
  latency,
  hrefOfExchange,
}: {
  readonly latency: LatencyView;
  readonly hrefOfExchange?: HrefOfCall | undefined;
}): VNode => (
  <section class="latency" aria-labelledby="latency">
    <h2 id="latency">How long the answers took</h2>
    <p>
      {latency.count} answers: half within <strong>{msText(latency.p50)}</strong>, 95 of 100 within{' '}
      <strong>{msText(latency.p95)}</strong>, the slowest <strong>{msText(latency.max)}</strong>.
    </p>
    <Histogram latency={latency} />
    <Slowest slowest={latency.slowest} hrefOfExchange={hrefOfExchange} />
  </section>
);

const shape = { width: 640, height: 130, left: 4, right: 4, top: 26, bottom: 22 } as const;

/** How many answers took how long, on a logarithmic scale. */
const Histogram = ({ latency }: { readonly latency: LatencyView }): VNode => {
  const { x, y, ticks } = scalesOf(latency);
  const { count, p50, p95, max } = latency;
  const label = `Histogram of ${count} answers: half within ${msText(p50)}, 95 of 100 within ${msText(p95)}, the slowest ${msText(max)}.`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <div class="scroll" tabIndex={0}>
      <svg
        class="histogram"
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
        <Quantile name="p50" x={x(p50)} bottom={y(0)} side="left" />
        <Quantile name="p95" x={x(p95)} bottom={y(0)} side="right" />
        <Axis x={x} ticks={ticks} />
      </svg>
    </div>
  );
};

/** Places of milliseconds and of counts. A page draws it too: it needs no more of a library of scales than these. */
const scalesOf = ({ bins }: LatencyView) => {
  const [least, most] = [bins[0]?.from ?? 1, bins.at(-1)?.to ?? 10];
  const highest = Math.max(1, ...bins.map(({ count }) => count));
  const [wide, high] = [shape.width - shape.left - shape.right, shape.height - shape.top - shape.bottom];
  const decades = Array.from({ length: Math.ceil(Math.log10(most / least)) + 1 }, (_, place) => least * 10 ** place);
  return {
    x: (ms: number): number => shape.left + (Math.log(ms / least) / Math.log(most / least)) * wide,
    y: (count: number): number => shape.height - shape.bottom - (count / highest) * high,
    ticks: decades
      .flatMap((decade) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((times) => decade * times))
      .filter((ms) => ms <= most),
  };
};

const Quantile = ({
  name,
  x,
  bottom,
  side,
}: {
  readonly name: string;
  readonly x: number;
  readonly bottom: number;
  /** Of the line, where its name stands. */
  readonly side: 'left' | 'right';
}): VNode => (
  <g class="quantile">
    <line x1={x} x2={x} y1={6} y2={bottom} />
    <text x={side === 'left' ? x - 4 : x + 4} y={14} text-anchor={side === 'left' ? 'end' : 'start'}>
      {name}
    </text>
  </g>
);

const Axis = ({ x, ticks }: Pick<ReturnType<typeof scalesOf>, 'x' | 'ticks'>): VNode => {
  const y = shape.height - shape.bottom;
  const named = ticks.filter(isPowerOfTen);
  const anchorOf = (index: number): 'start' | 'middle' | 'end' => {
    if (index === 0) return 'start';
    return index === named.length - 1 ? 'end' : 'middle';
  };
  return (
    <g class="axis">
      <line x1={shape.left} x2={shape.width - shape.right} y1={y} y2={y} />
      {ticks.map((tick) => (
        <line key={tick} x1={x(tick)} x2={x(tick)} y1={y} y2={y + (isPowerOfTen(tick) ? 6 : 3)} />
      ))}
      {named.map((tick, index) => (
        <text key={tick} x={x(tick)} y={shape.height - 4} text-anchor={anchorOf(index)}>
          {msText(tick)}
        </text>
      ))}
    </g>
  );
};

const isPowerOfTen = (tick: number): boolean => Number.isInteger(Math.log10(tick));

const Slowest = ({
  slowest,
  hrefOfExchange,
}: Pick<LatencyView, 'slowest'> & {
  readonly hrefOfExchange: HrefOfCall | undefined;
}): VNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  <div class="scroll" tabIndex={0}>
    <table class="slowest">
      <caption>The slowest</caption>
      <thead>
        <tr>
          <th scope="col" class="number">
            Time
          </th>
          <th scope="col">Callback</th>
          <th scope="col">Answer</th>
          <th scope="col">Scenario</th>
        </tr>
      </thead>
      <tbody>
        {slowest.map(({ exchangeId, durationMs, callback, answer, place }) => {
          const href = hrefOfExchange?.(exchangeId);
          return (
            <tr key={exchangeId}>
              <td class="number">{msText(durationMs)}</td>
              <td>{href === undefined ? callback : <a href={href}>{callback}</a>}</td>
              <td>{answer}</td>
              <td class="place">{place}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </div>
);
