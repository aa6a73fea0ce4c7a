import type { VNode } from 'preact';
import type { ExchangeDetail, ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { Money } from '../../../components/money.tsx';
import { VerdictMark } from '../../../components/verdict-mark.tsx';
import { againText } from '../../parts/exchange-rows.ts';
import { TimeText } from '../../parts/time.tsx';
import { resultOf } from '../traffic/row-cells.tsx';
import { hrefOfCall } from '../traffic/traffic-session.ts';

/** All sendings of the transaction and its rollbacks, oldest first; this one among them. */
export const RelatedTable = ({ detail }: { readonly detail: ExchangeDetail }): VNode | null => {
  if (detail.related.length === 0) return null;
  const all = sendingsOf(detail);
  return (
    <section class="part" aria-labelledby="related">
      <h3 id="related">The transaction it names</h3>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th>Verdict</th>
              <th>Time</th>
              <th>Call</th>
              <th class="number">Bet</th>
              <th class="number">Win</th>
              <th class="number">Answer</th>
            </tr>
          </thead>
          <tbody>
            {all.map((row) => (
              <Related key={row.id} row={row} isThis={row.id === detail.id} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

/** What was sent of one transaction, oldest first. */
export const sendingsOf = (detail: ExchangeDetail): readonly ExchangeRow[] =>
  [...detail.related, detail].sort((a, b) => a.seq - b.seq);

const Related = ({ row, isThis }: { readonly row: ExchangeRow; readonly isThis: boolean }): VNode => (
  <tr class={isThis ? 'this' : undefined} aria-current={isThis ? 'true' : undefined}>
    <td>
      <VerdictMark verdict={row.verdict} />
    </td>
    <td>
      <TimeText at={row.startedAt} />
    </td>
    <td>
      {isThis ? row.kind : <a href={hrefOfCall(row.id)}>{row.kind}</a>}
      {againText(row)}
    </td>
    <td class="number">
      <Money amount={row.bet} />
    </td>
    <td class="number">
      <Money amount={row.win} />
    </td>
    <td class="number">
      {row.balance === undefined ? (
        visibleText(resultOf(row).text)
      ) : (
        <Money amount={row.balance} look={row.verdict === 'wrong' ? 'wrong' : undefined} />
      )}
    </td>
  </tr>
);
