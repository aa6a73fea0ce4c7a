import type { VNode } from 'preact';
import { shortMs } from '../base/quantities.ts';
import { shorten } from '../base/text-table.ts';
import { visibleLine } from '../base/visible-text.ts';
import type { CallView } from './breach-view.ts';
import { groupDigits } from './money.tsx';

interface TimeLineProps {
  readonly calls: readonly CallView[];
  /** What they contradict, for who does not see it. */
  readonly sentence: string;
}

/** The bars stand between the names of the calls and their answers. */
const shape = { width: 680, left: 200, right: 180, top: 8, row: 22, bar: 12, axis: 18 } as const;

/** Whether several of the calls were sent at once. */
export const isOnTimeLine = (calls: readonly CallView[]): boolean => burstIn(calls).length > 1;

const burstIn = (calls: readonly CallView[]): readonly CallView[] =>
  calls.filter(({ isOfBurst }) => isOfBurst === true);

/** The calls of a burst as bars over the time: which was answered before another was sent. */
export const TimeLine = ({ calls, sentence }: TimeLineProps): VNode => {
  const burst = burstIn(calls);
  const [begun, ended] = [Math.min(...burst.map(startOf)), Math.max(...burst.map(endOf))];
  const scale = (shape.width - shape.left - shape.right) / Math.max(ended - begun, shortest);
  const at = (time: number): number => shape.left + (time - begun) * scale;
  const bottom = shape.top + burst.length * shape.row;
  return (
    <svg
      class="time-line"
      role="img"
      aria-label={sentence}
      viewBox={`0 0 ${shape.width} ${bottom + shape.axis}`}
      width={shape.width}
      height={bottom + shape.axis}
    >
      {burst.map((call, place) => (
        <Bar
          key={call.exchangeId}
          call={call}
          y={shape.top + place * shape.row}
          from={at(startOf(call))}
          to={at(endOf(call))}
        />
      ))}
      <text x={shape.width - shape.right} y={bottom + 13} text-anchor="end">
        {shortMs(ended - begun)}
      </text>
    </svg>
  );
};

/** Milliseconds. */
const shortest = 0.1;
const leastWidth = 2;
const longest = { name: 26, answer: 22 } as const;

interface BarProps {
  readonly call: CallView;
  readonly y: number;
  readonly from: number;
  readonly to: number;
}

const Bar = ({ call: { number, kind, label = '', answered, isWrong }, y, from, to }: BarProps): VNode => {
  const name = label.startsWith(kind) ? label : kind;
  const said = `${shorten(groupDigits(visibleLine(answered)), longest.answer)}${isWrong ? ' ✗' : ''}`;
  const middle = y + shape.row / 2 + 4;
  return (
    <g class={isWrong ? 'wrong' : undefined}>
      <text x={0} y={middle}>
        {number} {shorten(visibleLine(name), longest.name)}
      </text>
      <rect x={from} y={y + (shape.row - shape.bar) / 2} width={Math.max(leastWidth, to - from)} height={shape.bar} />
      <text class="answer" x={shape.width - shape.right + 8} y={middle}>
        {said}
      </text>
    </g>
  );
};

/** Unix milliseconds with what stands behind the third digit of a second: a burst is over in a few. */
const startOf = ({ startedAt }: CallView): number => {
  const [, finer = ''] = /\.\d{3}(\d+)/.exec(startedAt) ?? [];
  return Date.parse(startedAt) + Number(`0.${finer || 0}`);
};

const endOf = (call: CallView): number => startOf(call) + call.durationMs;
