import { scaleLinear } from 'd3-scale';
import { groupDigits } from '../../../components/money.tsx';
import type { AccountPoint } from '../../../formats/judgement.ts';
import { isSameAmount } from '../../parts/amounts.tsx';
import { clockText } from '../../parts/time.tsx';

/** The room around the lines, CSS pixels. */
export const chartFrame = { height: 168, left: 76, right: 14, top: 12, bottom: 24 } as const;

/** A callback in the chart; `actualY` is absent where the agent said nothing. */
export interface ChartMark {
  readonly point: AccountPoint;
  readonly x: number;
  readonly expectedY?: number;
  readonly actualY?: number;
  readonly differs: boolean;
}

interface ChartTick {
  readonly place: number;
  readonly text: string;
}

export interface ChartShape {
  readonly expectedPath: string;
  /** In pieces: gaps where the agent said nothing, and where the platform was started again. */
  readonly actualPath: string;
  readonly marks: readonly ChartMark[];
  readonly amounts: readonly ChartTick[];
  readonly times: readonly ChartTick[];
  /** Where the platform was started again. */
  readonly restarts: readonly number[];
}

const widestStep = 72;

/**
 * Balances as two lines, one step to the right for each callback, so that a burst and a night
 * without a game are both readable. Numbers are used for places only. `width`: CSS pixels.
 */
export const chartShape = (points: readonly AccountPoint[], width: number): ChartShape => {
  const { left, right, top, bottom, height } = chartFrame;
  const step = Math.min(widestStep, (width - left - right) / Math.max(1, points.length - 1));
  const scale = scaleLinear(amountsOf(points), [height - bottom, top]).nice(3);
  const marks = points.map((point, index) => ({
    point,
    x: rounded(left + step * index),
    ...heightOf('expectedY', scale(Number(point.expected))),
    ...heightOf('actualY', point.actual === undefined ? Number.NaN : scale(Number(point.actual))),
    differs: point.actual !== undefined && !isSameAmount(point.actual, point.expected),
  }));
  const name = scale.tickFormat(3, 'f');
  return {
    marks,
    expectedPath: pathOf(marks, 'expectedY'),
    actualPath: pathOf(marks, 'actualY'),
    amounts: scale.ticks(3).map((tick) => ({ place: rounded(scale(tick)), text: groupDigits(name(tick)) })),
    times: timesOf(marks, step).filter(({ place }) => place < width - timeWidth),
    restarts: marks
      .filter(({ point }) => point.afterRestart)
      .map(({ x }) => rounded(x - Math.min(step, widestStep) / 2)),
  };
};

/** From the least to the most; some room where all are the same. */
const amountsOf = (points: readonly AccountPoint[]): [number, number] => {
  const known = points
    .flatMap(({ expected, actual = expected }) => [Number(expected), Number(actual)])
    .filter(Number.isFinite);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if (known.length === 0) return [0, 1];
  return least === most ? [least - 1, most + 1] : [least, most];
};

/** Nothing where the amount is none that has a place. */
const heightOf = <K extends 'expectedY' | 'actualY'>(name: K, y: number) =>
  (Number.isFinite(y) ? { [name]: rounded(y) } : {}) as Partial<Record<K, number>>;

/** A balance holds until the next callback; nobody knows of one that spans a restart. */
const pathOf = (marks: readonly ChartMark[], name: 'expectedY' | 'actualY'): string =>
  marks
    .map(({ x, point, [name]: y }, index) => {
      if (y === undefined) return '';
      const goesOn = marks[index - 1]?.[name] !== undefined && point.afterRestart === undefined;
      return goesOn ? `H${x}V${y}` : `M${x} ${y}`;
    })
    .join('');

const timeWidth = 80;

/** The time of some callbacks, far enough apart to be read. */
const timesOf = (marks: readonly ChartMark[], step: number): ChartTick[] => {
  const every = Math.max(1, Math.ceil(timeWidth / Math.max(step, 0.01)));
  return marks
    .filter((_, index) => index % every === 0)
    .map(({ x, point }) => ({ place: x, text: clockText(point.at) }));
};

const rounded = (place: number): number => Math.round(place * 10) / 10;
