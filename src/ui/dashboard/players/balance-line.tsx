import type { VNode } from 'preact';
import type { AccountPoint, AccountStatement } from '../../../formats/judgement.ts';
import { hrefOf } from '../../parts/routes.ts';
import { clockText } from '../../parts/time.tsx';
import { hrefOfTraffic } from '../traffic/traffic-filter.ts';

const [width, height, margin] = [560, 88, 10];

/** Callbacks that are drawn: the last ones. */
const mostDrawn = 200;

/** The balance that the agent said, callback by callback, as a line; each wrong step is a link to its call. */
export const BalanceLine = ({ account }: { readonly account: AccountStatement }): VNode => {
  const { playerId, currency, expected, actual } = account;
  const points = account.points.slice(-mostDrawn);
  const { x, y } = scaleOf(points);
  const wrong = points.flatMap((point, index) => (point.isWrong === true ? [{ point, index }] : []));
  const line = points
    .map((point, index) => {
      const isBroken = index === 0 || point.afterRestart === true;
      return isBroken ? `M${x(index)} ${y(point)}` : `H${x(index)}V${y(point)}`;
    })
    .join('');
  const summary = `Balance of ${playerId} in ${currency} over ${points.length} callbacks: ${wrong.length} of them wrong. The ledger expects ${expected} now, the agent says ${actual ?? 'nothing'}.`;
  return (
    <figure class="balance-line">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no form, and its links must be reached */}
      <svg role="group" aria-label={summary} viewBox={`0 0 ${width} ${height}`}>
        <path d={line} />
        {points.map((point, index) =>
          point.afterRestart === true ? (
            <line key={point.exchangeId} class="restart" x1={x(index)} x2={x(index)} y1={0} y2={height} />
          ) : null,
        )}
        {wrong.map(({ point, index }) => (
          <a key={point.exchangeId} href={hrefOf('exchanges', point.exchangeId)} aria-label={pointSentence(point)}>
            <title>{pointSentence(point)}</title>
            <path class="wrong" d={`M${x(index) - 4} ${y(point) - 4}l8 8m0 -8l-8 8`} />
          </a>
        ))}
      </svg>
      <figcaption class="quiet">
        <a href={hrefOfTraffic({ playerId, runs: 'show' })}>
          {points.length} callbacks, {wrong.length === 0 ? 'none' : wrong.length} of them wrong
        </a>
        , since {clockText(points[0]?.at ?? '')}
      </figcaption>
    </figure>
  );
};

/** A point in words. */
export const pointSentence = ({ at, kind, expected, actual = 'nothing' }: AccountPoint): string =>
  `${clockText(at)} ${kind}: the agent says ${actual}, due ${expected}`;

/** Places in the drawing: numbers are used for places only. */
const scaleOf = (points: readonly AccountPoint[]) => {
  const amountOf = ({ actual, expected }: AccountPoint): number => {
    const amount = Number(actual ?? expected);
    return Number.isFinite(amount) ? amount : 0;
  };
  const amounts = points.map(amountOf);
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  const step = (width - 2 * margin) / Math.max(1, points.length - 1);
  const rounded = (place: number): number => Math.round(place * 10) / 10;
  return {
    x: (index: number): number => rounded(margin + step * index),
    y: (point: AccountPoint): number => {
      const share = most === least ? 0.5 : (amountOf(point) - least) / (most - least);
      return rounded(height - margin - share * (height - 2 * margin));
    },
  };
};
