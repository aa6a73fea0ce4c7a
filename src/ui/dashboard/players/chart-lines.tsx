import type { VNode } from 'preact';
import type { ChartMark, ChartShape } from './chart-shape.ts';
import { chartFrame } from './chart-shape.ts';

/** Axes, lines and marks of the chart. `pointed`: the callback that is read just now. */
export const ChartLines = ({
  shape,
  width,
  pointed,
}: {
  readonly shape: ChartShape;
  readonly width: number;
  readonly pointed: ChartMark | undefined;
}): VNode => (
  <>
    <Axes shape={shape} width={width} />
    {pointed === undefined ? null : (
      <line
        class="pointer"
        x1={pointed.x}
        x2={pointed.x}
        y1={chartFrame.top}
        y2={chartFrame.height - chartFrame.bottom}
      />
    )}
    <path class="expected" d={shape.expectedPath} />
    <path class="actual" d={shape.actualPath} />
    {shape.marks.map((mark, index) => (
      <Mark key={mark.point.exchangeId} mark={mark} isLast={index === shape.marks.length - 1} />
    ))}
  </>
);

const Axes = ({ shape, width }: { readonly shape: ChartShape; readonly width: number }): VNode => (
  <g class="axes">
    {shape.amounts.map(({ place, text }) => (
      <g key={text}>
        <line x1={chartFrame.left} x2={width - chartFrame.right} y1={place} y2={place} />
        <text x={chartFrame.left - 8} y={place + 4} text-anchor="end">
          {text}
        </text>
      </g>
    ))}
    {shape.times.map(({ place, text }) => (
      <text key={place} x={place} y={chartFrame.height - 8}>
        {text}
      </text>
    ))}
  </g>
);

/** A line of one point has no length: the last point is a dot. */
const Mark = ({
  mark: { x, expectedY, actualY, differs },
  isLast,
}: {
  readonly mark: ChartMark;
  readonly isLast: boolean;
}): VNode | null => {
  const y = actualY ?? expectedY;
  if (y === undefined) return null;
  if (differs) return <path class="differs" d={`M${x - 4} ${y - 4}l8 8m0 -8l-8 8`} />;
  return isLast ? <circle class="last" cx={x} cy={y} r={3.5} /> : null;
};
