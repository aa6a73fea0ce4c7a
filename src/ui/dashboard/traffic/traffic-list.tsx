import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { plural } from '../../../base/quantities.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { VerdictMark } from '../../../components/verdict-mark.tsx';
import { Button } from '../../parts/button.tsx';
import { indexOfPlace, type ListLine, type ListLines, useLines } from './list-lines.ts';
import { type ListWindow, useListWindow } from './list-window.ts';
import type { Round } from './rounds.ts';
import { gridRoles, RowCells } from './row-cells.tsx';
import type { TrafficSession } from './traffic-session.ts';

/** Heights in pixels, and the width from which a row is one line; traffic.css has the same. */
const oneLine = { line: 32, head: 32 } as const;
const twoLines = { line: 62, head: 0 } as const;
const leastWidth = 640;

interface TrafficListProps {
  readonly session: TrafficSession;
  /** Id of the exchange that is open beside the list. */
  readonly selected: string | undefined;
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
  const { value: cursor } = session.cursor;
  const active = cursor === undefined ? -1 : indexOfPlace(lines, cursor);
  const open = (index: number, why: 'chosen' | 'cursor'): void => {
    const line = lines.lineAt(index);
    session.cursor.value = { seq: line.seq, index };
    if (line.kind === 'call' && line.row !== undefined) onOpen(line.row, why);
  };
  return (
    <div class="traffic-list" ref={frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: only the rows in the window are drawn */}
      <div
        ref={window.scroller}
        class="rows"
        role="grid"
        aria-label="Exchanges, oldest first"
        aria-rowcount={lines.count + 1}
        aria-activedescendant={active >= window.first && active < window.end ? rowId(active) : undefined}
        tabIndex={0}
        onScroll={window.onScroll}
        onClick={(event) => {
          const index = clickedIndex(event);
          if (index !== undefined) open(index, 'chosen');
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && active >= 0) open(active, 'chosen');
          const target = keyTarget(event.key, { active, count: lines.count, pageRows: window.linesInView });
          if (target === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          const index = stepOver(lines, target, event.key);
          window.show(index);
          open(index, 'cursor');
        }}
      >
        <ListHead />
        <div
          {...gridRoles.rowgroup}
          ref={window.canvas}
          class="canvas"
          style={{ height: `${lines.count * sizes.line}px` }}
        >
          {drawnRows(lines, { ...window, line: sizes.line, active, selected: props.selected })}
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

/** A heading is no place for the cursor: the call behind it is, in the direction of the key. */
const stepOver = ({ lineAt, count }: ListLines, index: number, key: string): number => {
  if (lineAt(index).kind === 'call') return index;
  const isUp = ['ArrowUp', 'PageUp'].includes(key) && index > 0;
  return isUp ? index - 1 : Math.min(count - 1, index + 1);
};

/** The line that was clicked, unless a new tab or a selection of text was meant. */
const clickedIndex = (event: MouseEvent): number | undefined => {
  const isMeantOtherwise = event.ctrlKey || event.metaKey || event.shiftKey || String(getSelection() ?? '') !== '';
  const line = event.target instanceof Element ? event.target.closest('[data-index]') : null;
  if (line === null || isMeantOtherwise) return undefined;
  event.preventDefault();
  return Number(line.getAttribute('data-index'));
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

interface DrawnList extends Pick<ListWindow, 'first' | 'end' | 'slots'> {
  /** Height of a line, in pixels. */
  readonly line: number;
  /** The line that the keyboard is on; and the id of the exchange that is open. */
  readonly active: number;
  readonly selected: string | undefined;
}

/**
 * The lines in the window, each in its place. An element that has left the window on one side is used
 * for what comes into it on the other: its key is its place, modulo how many there are.
 */
export const drawnRows = (
  { lineAt }: Pick<ListLines, 'lineAt'>,
  { first, end, slots, line, active, selected }: DrawnList,
): readonly VNode[] =>
  Array.from({ length: end - first }, (_, place) => {
    const index = first + place;
    const drawn = lineAt(index);
    const isSelected = drawn.kind === 'call' && drawn.row !== undefined && drawn.row.id === selected;
    const looks = `${index === active ? ' active' : ''}${isSelected ? ' selected' : ''}`;
    return <ListRow key={index % slots} drawn={drawn} index={index} top={index * line} looks={looks} />;
  });

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
      id={rowId(index)}
      data-index={index}
      class={`line${looks}${drawn.row?.verdict === 'wrong' ? ' wrong' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      {drawn.row === undefined ? <Unread /> : <RowCells row={drawn.row} />}
    </div>
  );

const RoundHeading = ({ round: { title, verdict, wrong } }: { readonly round: Round }): VNode => (
  <div {...gridRoles.cell} class="cell heading">
    <VerdictMark verdict={verdict} />
    <strong>{visibleText(title)}</strong>
    {wrong === 0 ? null : <span class="tone-bad tally">{wrong} wrong</span>}
  </div>
);

const Unread = (): VNode => (
  <div {...gridRoles.cell} class="cell unread">
    <span class="unseen">not read yet</span>
  </div>
);

/** The id of the element of a line. */
const rowId = (index: number): string => `line-${index}`;

interface NewRowsProps {
  readonly session: TrafficSession;
  readonly lines: Pick<ListLines, 'count'>;
  readonly onPress: () => void;
}

/** Goes to the newest, and says how many came since the reader left them. */
export const NewRows = ({ session, lines, onPress }: NewRowsProps): VNode | null => {
  if (session.isFollowing.value || lines.count === 0) return null;
  const { rows, pausedAt, seenSeq } = session;
  const unseen = rows.countUpTo(pausedAt.value) - rows.countUpTo(seenSeq);
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
