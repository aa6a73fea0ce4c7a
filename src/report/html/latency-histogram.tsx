import { scaleLinear, scaleLog } from 'd3-scale';
import type { VNode } from 'preact';
import type { Latency } from './latency.ts';
import { msText } from './ms-text.ts';

const shape = { width: 640, height: 130, left: 4, right: 4, top: 26, bottom: 22 } as const;

const scalesOf = ({ bins }: Latency) => ({
  x: scaleLog()
    .domain([bins[0]?.from ?? 1, bins.at(-1)?.to ?? 10])
    .range([shape.left, shape.width - shape.right]),
  y: scaleLinear()
    .domain([0, Math.max(1, ...bins.map(({ count }) => count))])
    .range([shape.height - shape.bottom, shape.top]),
});

const isPowerOfTen = (tick: number): boolean => Number.isInteger(Math.log10(tick));

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

/** How many answers took how long, on a logarithmic scale. */
export const LatencyHistogram = ({ latency }: { readonly latency: Latency }): VNode => {
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
