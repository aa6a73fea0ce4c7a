import { extent, max, min } from 'd3-array';
import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3-scale';
import type { VNode } from 'preact';
import { shortMs, whole } from '../../base/quantities.ts';
import type { ChartView } from '../../components/report-view.ts';

const shape = { width: 900, height: 190, left: 64, right: 24, top: 12, bottom: 26 } as const;

const textOf = { count: whole, duration: shortMs } as const;

/** Values over the seconds of a load. */
export const TimeChart = ({ title, label, of, seconds, series }: ChartView): VNode => {
  const x = xOf(seconds);
  const y = yOf(series, of);
  return (
    <figure class="chart">
      <figcaption>
        {title}
        {series.map(({ name, look }) => (
          <span key={name} class="key">
            <svg width="22" height="10" aria-hidden="true" class={look}>
              <line x1="0" x2="22" y1="5" y2="5" />
            </svg>{' '}
            {name}
          </span>
        ))}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <div class="scroll" tabIndex={0}>
        <svg role="img" aria-label={label} viewBox={`0 0 ${shape.width} ${shape.height}`}>
          <Axes x={x} y={y} of={of} />
          {series.map(({ name, look, values }) => (
            <Line key={name} look={look} points={pointsOf(values, seconds, { x, y })} />
          ))}
        </svg>
      </div>
    </figure>
  );
};

type Scale = ScaleContinuousNumeric<number, number>;

const xOf = (seconds: readonly number[]): Scale => {
  const [first = 0, last = 1] = extent(seconds);
  return scaleLinear()
    .domain([first, Math.max(first + 1, last)])
    .range([shape.left, shape.width - shape.right]);
};

const yOf = (series: ChartView['series'], of: ChartView['of']): Scale => {
  const values = series.flatMap((each) => each.values.flatMap((value) => value ?? []));
  const range = [shape.height - shape.bottom, shape.top];
  const largest = max(values) ?? 1;
  if (of === 'count')
    return scaleLinear()
      .domain([0, Math.max(1, largest)])
      .nice(4)
      .range(range);
  const smallest = Math.max(leastMs, min(values) ?? 1);
  return scaleLog()
    .domain([smallest, Math.max(smallest * 10, largest)])
    .nice()
    .range(range);
};

/** A logarithm has no nought. */
const leastMs = 0.1;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Points that follow each other, broken where a second has none. */
const pointsOf = (
  values: readonly (number | undefined)[],
  seconds: readonly number[],
  { x, y }: { readonly x: Scale; readonly y: Scale },
): Point[][] => {
  const parts: Point[][] = [[]];
  for (const [index, value] of values.entries()) {
    if (value === undefined) parts.push([]);
    else {
      const at = Math.max(value, y.domain()[0] ?? 0);
      parts.at(-1)?.push({ x: x(seconds[index] ?? 0), y: y(at) });
    }
  }
  return parts.filter((part) => part.length > 0);
};

const Line = ({ look, points }: { readonly look: string; readonly points: readonly (readonly Point[])[] }): VNode => (
  <g class={look}>
    {points.map(([first, ...others]) => {
      if (first === undefined) return null;
      // A second alone is a dot.
      if (others.length === 0) return <circle key={first.x} cx={first.x} cy={first.y} r={2.5} />;
      return <path key={first.x} d={`M${at(first)}${others.map((point) => `L${at(point)}`).join('')}`} />;
    })}
  </g>
);

const at = ({ x, y }: Point): string => `${x.toFixed(1)},${y.toFixed(1)}`;

const Axes = ({ x, y, of }: { readonly x: Scale; readonly y: Scale; readonly of: ChartView['of'] }): VNode => {
  const bottom = shape.height - shape.bottom;
  return (
    <g class="axis">
      {ticksOf(y, of).map((tick) => (
        <g key={tick}>
          <line x1={shape.left} x2={shape.width - shape.right} y1={y(tick)} y2={y(tick)} />
          <text x={shape.left - 8} y={y(tick) + 4} text-anchor="end">
            {textOf[of](tick)}
          </text>
        </g>
      ))}
      {x
        .ticks(10)
        .filter(Number.isInteger)
        .map((tick) => (
          <g key={tick}>
            <line x1={x(tick)} x2={x(tick)} y1={bottom} y2={bottom + 5} />
            <text x={x(tick)} y={shape.height - 6} text-anchor="middle">
              {tick} s
            </text>
          </g>
        ))}
    </g>
  );
};

/** Of a logarithm the powers of ten; of callbacks whole numbers. */
const ticksOf = (y: Scale, of: ChartView['of']): readonly number[] =>
  of === 'duration'
    ? y.ticks().filter((tick) => Number.isInteger(Number(Math.log10(tick).toFixed(9))))
    : y.ticks(4).filter(Number.isInteger);
