import { useEffect, useRef } from 'preact/hooks';
import type { ListWindow } from './list-window.ts';
import type { TrafficSession } from './traffic-session.ts';

/**
 * Keeps where the reader is in the list, and goes there when the list is opened again. Who looks at
 * the newest goes on to do so when the window gets smaller.
 */
export const useListPlace = (session: TrafficSession, window: ListWindow): void => {
  const shape = useRef('');
  useEffect(() => goBack(session, window), [session]);
  useEffect(() => {
    const { options, range } = window;
    if (options.count === 0 || range === null) return;
    session.top = topOf(session, window, range.startIndex);
    if (session.isFollowing.peek()) session.seenSeq = session.rows.seqAt(options.count - 1);
    const isReshaped = shapeOf(window) !== shape.current;
    shape.current = shapeOf(window);
    if (isReshaped && session.isFollowing.peek()) window.scrollToEnd();
  });
};

/** Whether the end of what is scrolled is in view; `near` pixels do not matter. */
export const isAtEnd = (scrolled: HTMLElement, near: number): boolean =>
  scrolled.scrollHeight - scrolled.scrollTop - scrolled.clientHeight < near;

const shapeOf = ({ scrollElement, options }: ListWindow): string =>
  `${scrollElement?.clientHeight ?? 0} ${options.estimateSize(0)}`;

const startOf = ({ options }: ListWindow, index: number): number =>
  options.paddingStart + index * options.estimateSize(index);

const topOf = ({ rows }: TrafficSession, window: ListWindow, index: number) => ({
  seq: rows.seqAt(index),
  shift: (window.scrollOffset ?? 0) - startOf(window, index),
});

const goBack = ({ isFollowing, top, rows }: TrafficSession, window: ListWindow): void => {
  const index = rows.indexOf(top.seq);
  if (isFollowing.peek() || index < 0) window.scrollToEnd();
  else window.scrollToOffset(startOf(window, index) + top.shift);
};
