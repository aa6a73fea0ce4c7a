import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { cautionOf } from '../../../spec/dialect-caution.ts';
import { durationText } from '../../../text/quantity-text.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Amount } from '../../parts/amounts.tsx';
import { hrefOf } from '../../parts/routes.ts';
import { shiftText, TimeText } from '../../parts/time.tsx';
import { VerdictMark } from '../../parts/verdict-mark.tsx';

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
        <MovedMark shiftMs={row.shiftMs} />
      </Cell>
      <Cell name="direction">
        <span aria-hidden="true" title={direction.words}>
          {direction.arrow}
        </span>
        <span class="unseen">{direction.words}</span>
      </Cell>
      <Kind row={row} />
      <Cell name="player">{visibleText(row.playerId ?? '')}</Cell>
      <AmountCell name="bet" row={row} />
      <AmountCell name="win" row={row} />
      <AmountCell name="balance" row={row} />
      <Cell name={`result tone-${result.tone}`}>{visibleText(result.text)}</Cell>
      <Cell name="duration">{durationText(row.durationMs)}</Cell>
      <Cell name="verdict">
        <VerdictMark verdict={row.verdict} />
      </Cell>
    </>
  );
};

/** On what happened while the platform's clock was moved: its time is not the real one. */
const MovedMark = ({ shiftMs }: Pick<ExchangeRow, 'shiftMs'>): VNode | null => {
  if (shiftMs === undefined) return null;
  const words = `The platform's clock was moved by ${shiftText(shiftMs)}`;
  return (
    <span class="moved" title={words}>
      <span aria-hidden="true"> ◷</span>
      <span class="unseen">{words}</span>
    </span>
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
    <DialectTag row={row} />
  </div>
);

/** What the agent signed in, where that is not what everybody takes. */
const DialectTag = ({
  row: { direction, dialect },
}: {
  readonly row: ExchangeRow;
}): VNode | null => {
  const caution = direction === 'operation' ? cautionOf(dialect) : undefined;
  if (caution === undefined || dialect === undefined) return null;
  const words = `signed as ${dialect}: ${caution}`;
  return (
    <span class="tag" title={words}>
      {visibleText(dialect)}
    </span>
  );
};

const AmountCell = ({
  name,
  row,
}: {
  readonly name: 'bet' | 'win' | 'balance';
  readonly row: ExchangeRow;
}): VNode => (
  <div {...gridRoles.cell} class={`cell ${name}`} data-name={row[name] === undefined ? '' : name}>
    <Amount amount={row[name]} currency={name === 'balance' ? row.currency : undefined} />
  </div>
);

/** What came of an exchange, and whether it went well: `200`, `403 invalid_signature`, `timeout`. */
export const resultOf = ({
  status,
  error,
  failure,
}: Pick<ExchangeRow, 'status' | 'error' | 'failure'>): {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'warn';
} => {
  if (status === null) return { text: failure ?? 'no answer', tone: 'bad' };
  const text = error === undefined ? String(status) : `${status} ${error}`;
  if (status >= 500) return { text, tone: 'bad' };
  return { text, tone: status >= 400 || error !== undefined ? 'warn' : 'good' };
};

/**
 * What the parts of the list are to a screen reader. It cannot be a `<table>`: only the rows in the
 * window are drawn, each in its place. The focus stays on the grid, which names the active row.
 */
export const gridRoles = {
  rowgroup: { role: 'rowgroup' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'gridcell' },
  /** A row in its place; the head is the first. */
  row: (index: number, isSelected?: boolean) =>
    ({
      role: 'row',
      'aria-rowindex': index + 1,
      'aria-selected': isSelected,
    }) as const,
} as const;
