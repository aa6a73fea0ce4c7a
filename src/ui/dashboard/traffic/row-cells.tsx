import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { AmountText } from '../parts/amount-text.tsx';
import { durationText } from '../parts/duration-text.ts';
import { TimeText } from '../parts/time-text.tsx';
import { VerdictMark } from '../parts/verdict-mark.tsx';
import { hrefOf } from '../routes.ts';
import { gridRoles } from './grid-roles.ts';
import { resultOf } from './result-of.ts';

/** The cells of a row; drawn again only when the row has changed. */
export const RowCells = ({ row }: { readonly row: ExchangeRow }): VNode =>
  useMemo(() => <Cells row={row} />, [row]);

const directions = {
  callback: { arrow: '→', words: 'callback to the agent' },
  operation: { arrow: '←', words: 'request of the agent' },
} as const;

const Cells = ({ row }: { readonly row: ExchangeRow }): VNode => {
  const direction = directions[row.direction];
  const result = resultOf(row);
  return (
    <>
      <Cell name="time">
        <TimeText at={row.startedAt} />
      </Cell>
      <Cell name="direction">
        <span aria-hidden="true" title={direction.words}>
          {direction.arrow}
        </span>
        <span class="unseen">{direction.words}</span>
      </Cell>
      <Kind row={row} />
      <Cell name="player">{visibleText(row.playerId ?? '')}</Cell>
      <Amount name="bet" row={row} />
      <Amount name="win" row={row} />
      <Amount name="balance" row={row} />
      <Cell name={`result tone-${result.tone}`}>{visibleText(result.text)}</Cell>
      <Cell name="duration">{durationText(row.durationMs)}</Cell>
      <Cell name="verdict">
        <VerdictMark verdict={row.verdict} />
      </Cell>
    </>
  );
};

const Cell = ({
  name,
  children,
}: {
  readonly name: string;
  readonly children: VNode | string | (VNode | string)[];
}): VNode => (
  <div {...gridRoles.cell} class={`cell ${name}`}>
    {children}
  </div>
);

const Kind = ({ row }: { readonly row: ExchangeRow }): VNode => (
  <div {...gridRoles.cell} class="cell kind">
    <a href={hrefOf('exchanges', row.id)} tabIndex={-1}>
      {row.kind}
    </a>
    {(row.attempt ?? 1) > 1 ? <span class="tag">attempt {row.attempt}</span> : null}
    {row.origin === undefined ? null : <span class="tag quiet">{row.origin}</span>}
  </div>
);

const Amount = ({
  name,
  row,
}: {
  readonly name: 'bet' | 'win' | 'balance';
  readonly row: ExchangeRow;
}): VNode => (
  <div {...gridRoles.cell} class={`cell ${name}`} data-name={row[name] === undefined ? '' : name}>
    <AmountText amount={row[name]} currency={name === 'balance' ? row.currency : undefined} />
  </div>
);
