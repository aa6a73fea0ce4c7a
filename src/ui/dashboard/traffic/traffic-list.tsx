import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { countUpTo } from './count-up-to.ts';
import { keyTarget } from './key-target.ts';
import { ListHead } from './list-head.tsx';
import { listRows } from './list-rows.tsx';
import type { ListWindow } from './list-window.ts';
import { NewRows } from './new-rows.tsx';
import { openClicked, openRow } from './open-row.ts';
import { rowId } from './row-id.ts';
import type { TrafficSession } from './traffic-session.ts';
import { isAtEnd, useListPlace } from './use-list-place.ts';
import { useMedia } from './use-media.ts';
import { useVirtualizer } from './use-virtualizer.ts';

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
        onKeyDown={(event) => press(event, session, window)}
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

const press = (event: KeyboardEvent, session: TrafficSession, window: ListWindow): void => {
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
