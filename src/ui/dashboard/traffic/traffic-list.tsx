import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { plural } from '../../../base/quantities.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { Button } from '../../parts/button.tsx';
import { type ListLine, type ListLines, useLines } from './list-lines.ts';
import { type ListWindow, useListWindow } from './list-window.ts';
import type { Round } from './rounds.ts';
import { gridRoles, RowCells } from './row-cells.tsx';
import { countUpTo } from './traffic-rows.ts';
import type { TrafficSession } from './traffic-session.ts';

/** Heights in pixels; traffic.css has the same. */
const oneLine = { line: 32, head: 32 } as const;

const twoLines = { line: 62, head: 0 } as const;

/** A narrower list has two lines for each row. */
const leastWidth = 540;

interface TrafficListProps {
  readonly session: TrafficSession;
  /** Id of the exchange that is open beside the list. */
  readonly selected: string | undefined;
  readonly marked: readonly string[];
  /** Opens an exchange; `follow`: because the cursor came to it. */
  readonly onOpen: (row: ExchangeRow, why: 'chosen' | 'cursor') => void;
}

/** The list of exchanges, of which only those in the window are drawn. */
export const TrafficList = (props: TrafficListProps): VNode => {
  const { session, onOpen } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const sizes = width < leastWidth ? twoLines : oneLine;
  const lines = useLines(session);
  const window = useListWindow(session, { ...lines, ...sizes }, height);
  const move = (index: number): void => {
    const line = lines.lineAt(index);
    session.activeSeq.value = line.seq;
    window.show(index);
    if (line.kind === 'call' && line.row !== undefined) onOpen(line.row, 'cursor');
  };
  return (
    <div class={`traffic-list ${sizes === oneLine ? 'one-line' : 'two-lines'}`} ref={frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: only the rows in the window are drawn */}
      <div
        ref={window.scroller}
        class="rows"
        role="grid"
        aria-label="Exchanges, oldest first"
        aria-rowcount={lines.count + 1}
        aria-activedescendant={activeId(session, lines, window)}
        tabIndex={0}
        onScroll={window.onScroll}
        onClick={(event) => openClicked(event, props)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') openSeq(props, session.activeSeq.value);
          const target = keyTarget(event.key, placeOf(session, lines, window));
          if (target === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          move(stepOver(lines, target, event.key));
        }}
      >
        <ListHead />
        <div
          {...gridRoles.rowgroup}
          ref={window.canvas}
          class="canvas"
          style={{ height: `${lines.count * sizes.line}px` }}
        >
          {drawnRows(props, { lines, window, line: sizes.line })}
        </div>
      </div>
      <NewRows session={session} lines={lines} onPress={window.showNewest} />
    </div>
  );
};

/** The size of an element, told by the browser as it changes. */
const useSize = (element: { readonly current: HTMLElement | null }) => {
  const [size, setSize] = useState({ width: 1_000, height: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) {
        const { width, height } = entry.contentRect;
        setSize({ width, height });
      }
    });
    if (element.current !== null) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return size;
};

const placeOf = ({ activeSeq }: TrafficSession, lines: ListLines, window: ListWindow) => ({
  active: activeSeq.value === undefined ? -1 : lines.indexOf(activeSeq.value),
  count: lines.count,
  pageRows: window.linesInView,
});

/** A heading is no place for the cursor: the call behind it is, in the direction of the key. */
const stepOver = ({ lineAt, count }: ListLines, index: number, key: string): number => {
  if (lineAt(index).kind === 'call') return index;
  const isUp = ['ArrowUp', 'PageUp'].includes(key) && index > 0;
  return isUp ? index - 1 : Math.min(count - 1, index + 1);
};

const activeId = (
  { activeSeq }: TrafficSession,
  { indexOf, seqAt }: ListLines,
  { first, end }: ListWindow,
): string | undefined => {
  const seq = activeSeq.value;
  const index = seq === undefined ? -1 : indexOf(seq);
  if (seq === undefined || index < first || index >= end) return undefined;
  return seqAt(index) === seq ? rowId(seq) : undefined;
};

/** Opens the row that was clicked, unless a new tab or a selection of text was meant. */
const openClicked = (event: MouseEvent, { session, onOpen }: TrafficListProps): void => {
  const isMeantOtherwise = event.ctrlKey || event.metaKey || event.shiftKey || String(getSelection() ?? '') !== '';
  const line = event.target instanceof Element ? event.target.closest('[data-seq]') : null;
  if (line === null || isMeantOtherwise) return;
  event.preventDefault();
  openSeq({ session, onOpen }, Number(line.getAttribute('data-seq')));
};

const openSeq = ({ session, onOpen }: Pick<TrafficListProps, 'session' | 'onOpen'>, seq = -1): void => {
  const row = session.rows.rowAt(session.rows.indexOf(seq));
  if (row?.seq !== seq) return;
  session.activeSeq.value = seq;
  onOpen(row, 'chosen');
};

const columns = [
  ['verdict', 'Verdict'],
  ['time', 'Time'],
  ['kind', 'Call'],
  ['who', 'Player'],
  ['bet', 'Bet'],
  ['win', 'Win'],
  ['answer', 'Answer'],
  ['duration', 'Took'],
] as const;

/** The names of the columns. */
const ListHead = (): VNode =>
  useMemo(
    () => (
      <div {...gridRoles.row(0)} class="line head">
        {columns.map(([name, title]) => (
          <div key={name} {...gridRoles.columnheader} class={`cell ${name}`}>
            <span>{title}</span>
          </div>
        ))}
      </div>
    ),
    [],
  );

interface DrawnList {
  readonly lines: ListLines;
  readonly window: Pick<ListWindow, 'first' | 'end' | 'slots'>;
  /** Height of a line, in pixels. */
  readonly line: number;
}

/**
 * The lines in the window, each in its place. An element that has left the window on one side is used
 * for what comes into it on the other: its key is its place, modulo how many there are.
 */
export const drawnRows = (
  { session, selected, marked }: Pick<TrafficListProps, 'session' | 'selected' | 'marked'>,
  { lines, window: { first, end, slots }, line }: DrawnList,
): readonly VNode[] => {
  const looks = { selected, marked, active: session.activeSeq.value };
  return Array.from({ length: end - first }, (_, place) => {
    const index = first + place;
    const drawn = lines.lineAt(index);
    const props = { drawn, index, top: index * line, looks: looksOf(drawn, looks) } as const;
    return <ListRow key={index % slots} {...props} />;
  });
};

interface Looks extends Pick<TrafficListProps, 'selected' | 'marked'> {
  /** The seq that the keyboard is on. */
  readonly active: number | undefined;
}

const looksOf = (line: ListLine, { selected, marked, active }: Looks): string => {
  if (line.kind === 'round') return '';
  const id = line.row?.id ?? '';
  return [
    line.seq === active ? 'active' : '',
    id !== '' && id === selected ? 'selected' : '',
    marked.includes(id) ? 'marked' : '',
  ]
    .filter((look) => look !== '')
    .join(' ');
};

interface ListRowProps {
  readonly drawn: ListLine;
  readonly index: number;
  /** Pixels from the first line. */
  readonly top: number;
  /** Classes besides those of what it shows. */
  readonly looks: string;
}

/** A line in its place; a grey one while it is being read. Keys and clicks reach the grid. */
const ListRow = ({ drawn, index, top, looks }: ListRowProps): VNode =>
  drawn.kind === 'round' ? (
    <div {...gridRoles.row(index + 1)} class="line round" style={{ transform: `translateY(${top}px)` }}>
      <RoundHeading round={drawn.round} />
    </div>
  ) : (
    <div
      {...gridRoles.row(index + 1, looks.includes('selected'))}
      id={rowId(drawn.seq)}
      data-seq={drawn.seq}
      class={`line ${looks}${drawn.row?.verdict === 'wrong' ? ' wrong' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      {drawn.row === undefined ? <Waiting seq={drawn.seq} /> : <RowCells row={drawn.row} />}
    </div>
  );

const RoundHeading = ({ round: { title, playerId, wrong } }: { readonly round: Round }): VNode => (
  <div {...gridRoles.cell} class="cell heading">
    <strong>{visibleText(title)}</strong>
    {playerId === undefined ? null : <span class="quiet">{visibleText(playerId)}</span>}
    {wrong === 0 ? null : <span class="tone-bad tally">{wrong} wrong</span>}
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
  readonly lines: Pick<ListLines, 'count'>;
  readonly onPress: () => void;
}

/** Goes to the newest, and says how many came since the reader left them. */
export const NewRows = ({ session, lines, onPress }: NewRowsProps): VNode | null => {
  if (session.isFollowing.value || lines.count === 0) return null;
  const { rows, pausedAt, seenSeq } = session;
  const unseen = countUpTo(rows, pausedAt.value) - countUpTo(rows, seenSeq);
  return (
    <div class="to-newest">
      <Button look="main" onPress={onPress}>
        {unseen > 0 ? `${plural(unseen, 'new call')} ↓` : 'To the newest ↓'}
      </Button>
    </div>
  );
};

/** Where the cursor of the list is. */
interface CursorPlace {
  /** The active line; -1 when there is none. */
  readonly active: number;
  readonly count: number;
  /** Lines in the window. */
  readonly pageRows: number;
}

/** The line that a key leads to, from the active one; undefined for any other key. */
export const keyTarget = (key: string, { active, count, pageRows }: CursorPlace): number | undefined => {
  const last = count - 1;
  const from = active < 0 ? count : active;
  const [down, up] = [active < 0 ? last : active + 1, from - 1];
  const targets: Readonly<Record<string, number>> = {
    ...{ ArrowDown: down, ArrowUp: up },
    PageDown: active < 0 ? last : active + pageRows,
    PageUp: from - pageRows,
    ...{ Home: 0, End: last },
  };
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
  return target === undefined || count === 0 ? undefined : Math.max(0, Math.min(last, target));
};
