import type { VNode } from 'preact';
import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { AmountText } from '../parts/amount-text.tsx';
import { TimeText } from '../parts/time-text.tsx';
import { VerdictMark } from '../parts/verdict-mark.tsx';
import { hrefOf } from '../routes.ts';
import { resultOf } from '../traffic/result-of.ts';

/** Other sendings of the same transaction, and its rollbacks. */
export const RelatedTable = ({
  related,
}: {
  readonly related: readonly ExchangeRow[];
}): VNode | null =>
  related.length === 0 ? null : (
    <section class="part" aria-labelledby="related">
      <h2 id="related">The same transaction</h2>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th>Time</th>
              <th>Kind</th>
              <th class="number">Bet</th>
              <th class="number">Win</th>
              <th class="number">Balance</th>
              <th>Answer</th>
              <th>Verdict</th>
            </tr>
          </thead>
          <tbody>
            {related.map((row) => (
              <Related key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );

const Related = ({ row }: { readonly row: ExchangeRow }): VNode => (
  <tr>
    <td>
      <TimeText at={row.startedAt} />
    </td>
    <td>
      <a href={hrefOf('exchanges', row.id)}>{row.kind}</a>
      {(row.attempt ?? 1) > 1 ? `, attempt ${row.attempt}` : ''}
    </td>
    <td class="number">
      <AmountText amount={row.bet} />
    </td>
    <td class="number">
      <AmountText amount={row.win} />
    </td>
    <td class="number">
      <AmountText amount={row.balance} />
    </td>
    <td>{visibleText(resultOf(row).text)}</td>
    <td>
      <VerdictMark verdict={row.verdict} />
    </td>
  </tr>
);
