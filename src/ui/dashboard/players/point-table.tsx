import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountPoint, AccountStatement } from '../../../spec/account-statement.ts';
import { AmountText } from '../parts/amount-text.tsx';
import { TimeText } from '../parts/time-text.tsx';
import { hrefOf } from '../routes.ts';
import { isSameAmount } from './is-same-amount.ts';

/** The points of the chart as a table, newest first; made when it is opened. */
export const PointTable = ({
  account: { points, currency },
}: {
  readonly account: AccountStatement;
}): VNode => {
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
  point: { at, exchangeId, kind, expected, actual },
}: {
  readonly point: AccountPoint;
}): VNode => (
  <tr>
    <td>
      <TimeText at={at} />
    </td>
    <td>
      <a href={hrefOf('exchanges', exchangeId)}>{kind}</a>
    </td>
    <td class="number">
      <AmountText amount={expected} />
    </td>
    <td class="number">
      {actual === undefined ? (
        <span class="quiet">nothing</span>
      ) : (
        <>
          {isSameAmount(expected, actual) ? '' : <span class="tone-bad">✗ differs </span>}
          <AmountText amount={actual} />
        </>
      )}
    </td>
  </tr>
);
