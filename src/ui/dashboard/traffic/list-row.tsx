import type { VNode } from 'preact';
import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';
import { gridRoles } from './grid-roles.ts';
import { RowCells } from './row-cells.tsx';
import { rowId } from './row-id.ts';

interface ListRowProps {
  readonly seq: number;
  /** Undefined while it is being read. */
  readonly row: ExchangeRow | undefined;
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly start: number;
  readonly isActive: boolean;
}

/** A row in its place; a grey one while it is being read. Keys and clicks are heard by the grid. */
export const ListRow = ({ seq, row, index, start, isActive }: ListRowProps): VNode => (
  <div
    {...gridRoles.row(index + 1, isActive)}
    id={rowId(seq)}
    data-seq={seq}
    class={`line${isActive ? ' active' : ''}${row?.verdict === 'wrong' ? ' wrong' : ''}`}
    style={{ transform: `translateY(${start}px)` }}
  >
    {row === undefined ? <Waiting seq={seq} /> : <RowCells row={row} />}
  </div>
);

const Waiting = ({ seq }: { readonly seq: number }): VNode => (
  <div {...gridRoles.cell} class="cell waiting">
    reading exchange {seq}…
  </div>
);
