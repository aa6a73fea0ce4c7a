import type { VNode } from 'preact';
import { growthPerMs } from './growth.ts';

const width = 640;
const height = 300;
const margin = 16;
const samples = 48;

/** The flight so far as a curve in axes that grow with it. */
export const CrashCurve = ({
  ms,
  standing,
}: {
  readonly ms: number;
  readonly standing: string;
}): VNode => {
  const frame = frameOf(ms);
  const points = Array.from({ length: samples + 1 }, (_, index) =>
    frame.at((ms * index) / samples),
  );
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const [x, y] = frame.at(ms);
  return (
    <svg class="curve" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {frame.ticks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1="0" x2={width} y1={frame.y(tick)} y2={frame.y(tick)} />
          <text class="tick" x={width - 8} y={frame.y(tick) - 5}>
            {tickText(tick)}
          </text>
        </g>
      ))}
      <polygon class="under" points={`${margin},${height} ${line} ${x.toFixed(1)},${height}`} />
      <polyline class="path" points={line} />
      {standing === 'burst' ? <Sparks x={x} y={y} /> : null}
      <circle class={`tip ${standing}`} cx={x} cy={y} r="9" />
    </svg>
  );
};

/** What a burst throws off. */
const Sparks = ({ x, y }: { readonly x: number; readonly y: number }): VNode => (
  <g class="spark" transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
    {[0, 60, 120, 180, 240, 300].map((turn) => (
      <line key={turn} x1="17" x2="28" y1="0" y2="0" transform={`rotate(${turn})`} />
    ))}
  </g>
);

const tickText = (tick: number): string => `${Number(tick.toFixed(1))}×`;

/** Axes with room above and before the tip. */
const frameOf = (ms: number) => {
  const longest = Math.max(6000, ms * 1.2);
  const highest = Math.max(1.8, Math.exp(growthPerMs * ms) * 1.3);
  const y = (multiplier: number): number =>
    height - 14 - ((multiplier - 1) / (highest - 1)) * (height - 28);
  const at = (when: number): readonly [number, number] => [
    margin + (when / longest) * (width - 3 * margin),
    y(Math.exp(growthPerMs * when)),
  ];
  return { at, y, ticks: ticksUpTo(highest) };
};

/** Three to six round multipliers for the lines behind. */
const ticksUpTo = (highest: number): readonly number[] => {
  const steps = [0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500];
  const step = steps.find((size) => (highest - 1) / size <= 6) ?? 1000;
  const ticks: number[] = [];
  for (let tick = 1 + step; tick < highest * 0.95; tick += step) ticks.push(tick);
  return ticks;
};
