import type { TargetedPointerEvent, VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountStatement } from '../../../spec/account-statement.ts';
import { hrefOf } from '../routes.ts';
import { ChartLegend } from './chart-legend.tsx';
import { ChartLines } from './chart-lines.tsx';
import { chartFrame, chartShape } from './chart-shape.ts';
import { pointSentence } from './point-sentence.ts';
import { PointTable } from './point-table.tsx';
import { useWidth } from './use-width.ts';

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
      <p class="quiet readout">
        {mark === undefined
          ? 'Point at a step to read it; click to open its exchange.'
          : pointSentence(mark.point)}
      </p>
      <figcaption>
        <ChartLegend />
        <PointTable account={account} />
      </figcaption>
    </figure>
  );
};

const nearest = <M extends { readonly x: number }>(marks: readonly M[], x: number): M | undefined =>
  marks.reduce<M | undefined>(
    (best, mark) =>
      best === undefined || Math.abs(mark.x - x) < Math.abs(best.x - x) ? mark : best,
    undefined,
  );

const summaryOf = (
  { playerId, currency, points, expected, actual }: AccountStatement,
  differing: number,
): string =>
  [
    `Balance of ${playerId} in ${currency} over ${points.length} callbacks.`,
    `The ledger expects ${expected} now, the agent says ${actual ?? 'nothing'}.`,
    differing === 0
      ? 'The two never differed.'
      : `They differ after ${differing} of the callbacks.`,
  ].join(' ');
