import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { Button } from '../../parts/button.tsx';
import { hrefOf } from '../../parts/routes.ts';
import type { ListWindow } from './list-window.ts';
import { isAtEnd, useListPlace, useMedia, useVirtualizer } from './list-window.ts';
import { gridRoles, RowCells } from './row-cells.tsx';
import { countUpTo } from './traffic-rows.ts';
import type { TrafficSession } from './traffic-session.ts';

/** Heights in pixels; traffic.css has the same. */
const wide = { row: 32, head: 32 } as const;

const narrow = { row: 62, head: 0 } as const;

/** The list of exchanges, of which only those in the window are drawn. */
export const TrafficList = ({ session }: { readonly session: TrafficSession }): VNode => {
  const scroller = useRef<HTMLDivElement>(null);
  const { row, head } = useMedia('(max-width: 60rem)') ? narrow : wide;
  session.version.value;
  const count = countUpTo(session.rows, session.pausedAt.value);
  const window = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => row,
    getItemKey: session.rows.seqAt,
    paddingStart: head,
    scrollPaddingStart: head,
    scrollEndThreshold: row / 2,
    overscan: 6,
  });
  useEffect(() => window.measure(), [row]);
  useListPlace(session, window);
  useEffect(() => wantShown(session, window));
  return (
    <div class="traffic-list">
      {/* biome-ignore lint/a11y/useSemanticElements: only the rows in the window are drawn */}
      <div
        ref={scroller}
        class="rows"
        role="grid"
        aria-label="Exchanges, oldest first"
        aria-rowcount={count + 1}
        aria-activedescendant={activeId(session, window)}
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          session.isFollowing.value = isAtEnd(currentTarget, row);
        }}
        onClick={(event) => openClicked(event, session)}
        onKeyDown={(event) => handleKey(event, session, window)}
      >
        <ListHead />
        {listRows({ session, window })}
      </div>
      <NewRows session={session} count={count} onPress={() => window.scrollToEnd()} />
    </div>
  );
};

/** What is in the window, and a little around it, is read. */
const wantShown = ({ rows }: TrafficSession, window: ListWindow): void => {
  const items = window.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) rows.want(0, 0);
  else rows.want(first.index, last.index);
};

const activeId = (session: TrafficSession, window: ListWindow): string | undefined => {
  const seq = session.activeSeq.value;
  const isDrawn = window.getVirtualItems().some(({ key }) => key === seq);
  return seq === undefined || !isDrawn ? undefined : rowId(seq);
};

const handleKey = (event: KeyboardEvent, session: TrafficSession, window: ListWindow): void => {
  const { rows, activeSeq } = session;
  const active = activeSeq.value === undefined ? -1 : rows.indexOf(activeSeq.value);
  if (event.key === 'Enter') openRow(session, activeSeq.value);
  const { count } = window.options;
  const target = keyTarget(event.key, { active, count, pageRows: rowsInView(window) });
  if (target === undefined) return;
  event.preventDefault();
  activeSeq.value = rows.seqAt(target);
  window.scrollToIndex(target, { align: 'auto' });
};

const rowsInView = (window: ListWindow): number =>
  Math.max(1, (window.range?.endIndex ?? 0) - (window.range?.startIndex ?? 0) - 1);

interface CursorPlace {
  /** The active row; -1 when there is none. */
  readonly active: number;
  readonly count: number;
  /** Rows in the window. */
  readonly pageRows: number;
}

/** The row that a key leads to, from the active one; undefined for any other key. */
export const keyTarget = (
  key: string,
  { active, count, pageRows }: CursorPlace,
): number | undefined => {
  const last = count - 1;
  const from = active < 0 ? count : active;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: active < 0 ? last : active + 1,
    ArrowUp: from - 1,
    PageDown: active < 0 ? last : active + pageRows,
    PageUp: from - pageRows,
    Home: 0,
    End: last,
  };
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
  return target === undefined || count === 0 ? undefined : Math.max(0, Math.min(last, target));
};

/** Opens an exchange; the list comes back to its row. */
export const openRow = ({ rows, activeSeq }: TrafficSession, seq: number | undefined): void => {
  const row = seq === undefined ? undefined : rows.rowAt(rows.indexOf(seq));
  if (row === undefined || row.seq !== seq) return;
  activeSeq.value = seq;
  location.hash = hrefOf('exchanges', row.id);
};

/** Opens the row that was clicked, unless a new tab or a selection of text was meant. */
const openClicked = (event: MouseEvent, session: TrafficSession): void => {
  const isMeantOtherwise =
    event.ctrlKey || event.metaKey || event.shiftKey || String(getSelection() ?? '') !== '';
  const row = event.target instanceof Element ? event.target.closest('[data-seq]') : null;
  if (row === null || isMeantOtherwise) return;
  event.preventDefault();
  openRow(session, Number(row.getAttribute('data-seq')));
};

const columns = [
  ['time', 'Time'],
  ['direction', 'Direction'],
  ['kind', 'Kind'],
  ['player', 'Player'],
  ['bet', 'Bet'],
  ['win', 'Win'],
  ['balance', 'Balance'],
  ['result', 'Answer'],
  ['duration', 'Took'],
  ['verdict', 'Verdict'],
] as const;

/** The names of the columns. */
const ListHead = (): VNode => (
  <div {...gridRoles.row(0)} class="line head">
    {columns.map(([name, title]) => (
      <div key={name} {...gridRoles.columnheader} class={`cell ${name}`}>
        {name === 'direction' ? <span class="unseen">{title}</span> : title}
      </div>
    ))}
  </div>
);

interface ListRowsProps {
  readonly session: TrafficSession;
  readonly window: ListWindow;
}

/**
 * The rows in the window, each in its place. Rows get all that they show as props: signals would not
 * draw them again for what changes inside of the session.
 */
export const listRows = ({ session, window }: ListRowsProps): VNode => {
  const { rows, activeSeq } = session;
  return (
    <div {...gridRoles.rowgroup} class="canvas" style={{ height: `${window.getTotalSize()}px` }}>
      {window.getVirtualItems().map(({ key, index, start }) => {
        const seq = rows.seqAt(index);
        const isActive = seq === activeSeq.value;
        const props = { seq, row: rows.rowAt(index), index, start, isActive } as const;
        return <ListRow key={key} {...props} />;
      })}
    </div>
  );
};

interface ListRowProps {
  readonly seq: number;
  /** Undefined while it is being read. */
  readonly row: ExchangeRow | undefined;
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly start: number;
  readonly isActive: boolean;
}

/** A row in its place; a grey one while it is being read. Keys and clicks reach the grid. */
const ListRow = ({ seq, row, index, start, isActive }: ListRowProps): VNode => (
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

/** The id of the element of a row. */
const rowId = (seq: number): string => `exchange-${seq}`;

interface NewRowsProps {
  readonly session: TrafficSession;
  /** How many rows are in the list. */
  readonly count: number;
  readonly onPress: () => void;
}

/** Goes to the newest, and says how many came since the reader left them. */
export const NewRows = ({ session, count, onPress }: NewRowsProps): VNode | null => {
  if (session.isFollowing.value || count === 0) return null;
  const unseen = count - countUpTo(session.rows, session.seenSeq);
  return (
    <div class="to-newest">
      <Button look="main" onPress={onPress}>
        {unseen > 0 ? `${unseen} new ↓` : 'To the newest ↓'}
      </Button>
    </div>
  );
};
