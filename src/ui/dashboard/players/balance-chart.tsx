import type { RefObject, TargetedPointerEvent, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Money } from '../../../components/money.tsx';
import type { AccountPoint, AccountStatement } from '../../../formats/judgement.ts';
import { isSameAmount } from '../../parts/amounts.tsx';
import { hrefOf } from '../../parts/routes.ts';
import { TimeText, timeOfDay } from '../../parts/time.tsx';
import { type ChartMark, type ChartShape, chartFrame, chartShape } from './chart-shape.ts';

/** The balance over time: what the ledger expects and what the agent says. */
export const BalanceChart = ({ account }: { readonly account: AccountStatement }): VNode => {
  const [box, width] = useWidth<HTMLDivElement>(640);
  const [pointed, setPointed] = useState<string | undefined>();
  const shape = chartShape(account.points, width);
  const mark = shape.marks.find(({ point }) => point.exchangeId === pointed);
  const follow = (event: TargetedPointerEvent<SVGSVGElement>): void => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setPointed(nearest(shape.marks, x)?.point.exchangeId);
  };
  const open = (): void => {
    if (mark !== undefined) location.hash = hrefOf('exchanges', mark.point.exchangeId);
  };
  return (
    <figure class="balance-chart">
      <div ref={box}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table below has the same links */}
        <svg
          role="img"
          aria-label={summaryOf(account, shape.marks.filter(({ differs }) => differs).length)}
          width={width}
          height={chartFrame.height}
          onPointerMove={follow}
          onPointerLeave={() => setPointed(undefined)}
          onClick={open}
        >
          <ChartLines shape={shape} width={width} pointed={mark} />
        </svg>
      </div>
      <figcaption>
        {mark === undefined ? <ChartLegend /> : <p class="quiet">{pointSentence(mark.point)}</p>}
        <PointTable account={account} />
      </figcaption>
    </figure>
  );
};

/** The mark that is next to a place. */
export const nearest = <M extends { readonly x: number }>(marks: readonly M[], x: number): M | undefined =>
  marks.reduce<M | undefined>(
    (best, mark) => (best === undefined || Math.abs(mark.x - x) < Math.abs(best.x - x) ? mark : best),
    undefined,
  );

const summaryOf = ({ playerId, currency, points, expected, actual }: AccountStatement, differing: number): string =>
  [
    `Balance of ${playerId} in ${currency} over ${points.length} callbacks.`,
    `The ledger expects ${expected} now, the agent says ${actual ?? 'nothing'}.`,
    differing === 0 ? 'The two never differed.' : `They differ after ${differing} of the callbacks.`,
  ].join(' ');

/** How wide an element is, CSS pixels, as it changes; `initial` until it is measured. */
const useWidth = <E extends Element>(initial: number): readonly [ref: RefObject<E | null>, width: number] => {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(initial);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth || initial));
    observer.observe(element);
    return () => observer.disconnect();
  }, [initial]);
  return [ref, width];
};

/** A point of the chart in words. */
export const pointSentence = ({ at, kind, expected, actual }: AccountPoint): string =>
  `${timeOfDay(at)} ${kind}: ${saidOf(expected, actual)}`;

const saidOf = (expected: string, actual: string | undefined): string => {
  if (actual === undefined) return `the ledger expects ${expected}, the agent said nothing.`;
  if (isSameAmount(expected, actual)) return `${actual}, as the ledger expects.`;
  return `the ledger expects ${expected}, the agent says ${actual}.`;
};

/** Axes, lines and marks of the chart. `pointed`: the callback that is read just now. */
const ChartLines = ({
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
    {pointed === undefined ? null : <Upright x={pointed.x} />}
    {shape.restarts.map((x) => (
      <g key={x} class="restart">
        <Upright x={x} />
        <text x={x + 4} y={chartFrame.top + 8}>
          restart
        </text>
      </g>
    ))}
    <path class="expected" d={shape.expectedPath} />
    <path class="actual" d={shape.actualPath} />
    {shape.marks.map((mark, index) => (
      <Mark key={mark.point.exchangeId} mark={mark} isLast={index === shape.marks.length - 1} />
    ))}
  </>
);

const Upright = ({ x }: { readonly x: number }): VNode => (
  <line class="upright" x1={x} x2={x} y1={chartFrame.top} y2={chartFrame.height - chartFrame.bottom} />
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

/** Which line is which. */
const ChartLegend = (): VNode => (
  <ul class="legend quiet">
    {(Object.keys(samples) as (keyof typeof samples)[]).map((name) => (
      <li key={name}>
        <svg class="sample" width="28" height="12" aria-hidden="true">
          <path class={name} d={samples[name].path} />
        </svg>{' '}
        {samples[name].words}
      </li>
    ))}
    <li>Click a step to open its exchange.</li>
  </ul>
);

const samples = {
  expected: { path: 'M0 6h28', words: 'the ledger expects' },
  actual: { path: 'M0 6h28', words: 'the agent says' },
  differs: { path: 'M9 1l10 10m0 -10l-10 10', words: 'they differ' },
} as const;

/** The points of the chart as a table, newest first; made when it is opened. */
const PointTable = ({ account: { points, currency } }: { readonly account: AccountStatement }): VNode => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The same as a table</summary>
      {isOpen ? (
        <div class="scroll points">
          <table>
            <thead>
              <tr>
                <th>time</th>
                <th>callback</th>
                <th class="number">the ledger expects, {currency}</th>
                <th class="number">the agent says</th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map((point) => (
                <PointRow key={point.exchangeId} point={point} />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </details>
  );
};

const PointRow = ({
  point: { at, exchangeId, kind, expected, actual, afterRestart },
}: {
  readonly point: AccountPoint;
}): VNode => (
  <tr>
    <td>
      <TimeText at={at} />
    </td>
    <td>
      <a href={hrefOf('exchanges', exchangeId)}>{kind}</a>
      {afterRestart ? <span class="quiet">, the first after a restart</span> : null}
    </td>
    <td class="number">
      <Money amount={expected} />
    </td>
    <td class="number">
      {actual === undefined ? (
        <span class="quiet">nothing</span>
      ) : (
        <>
          {isSameAmount(expected, actual) ? '' : <span class="tone-bad">✗ differs </span>}
          <Money amount={actual} />
        </>
      )}
    </td>
  </tr>
);
