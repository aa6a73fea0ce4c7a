import type { VirtualizerOptions } from '@tanstack/virtual-core';
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/virtual-core';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { TrafficSession } from './traffic-session.ts';

/** The part of the list that is drawn. */
export type ListWindow = Virtualizer<HTMLDivElement, HTMLDivElement>;

type AllOptions = VirtualizerOptions<HTMLDivElement, HTMLDivElement>;

type WindowOptions = Partial<AllOptions> &
  Pick<AllOptions, 'count' | 'getScrollElement' | 'estimateSize' | 'getItemKey'>;

/**
 * The window on a long list: which rows are to be drawn, and where. What is put before the first row
 * does not move what is read; at the end, the window goes along with what is appended.
 */
export const useVirtualizer = (options: WindowOptions): ListWindow => {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const all = {
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    anchorTo: 'end',
    followOnAppend: true,
    onChange: () => draw(undefined as never),
    ...options,
  } as const;
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, HTMLDivElement>(all));
  virtualizer.setOptions(all);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
};

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

/** The seq at the top of the window, and by how many pixels its row is scrolled away. */
export const topOf = ({ rows }: TrafficSession, window: ListWindow, index: number) => ({
  seq: rows.seqAt(index),
  shift: (window.scrollOffset ?? 0) - startOf(window, index),
});

/** To the newest, where the reader followed them; else to the row that was on top. */
export const goBack = ({ isFollowing, top, rows }: TrafficSession, window: ListWindow): void => {
  const index = rows.indexOf(top.seq);
  if (isFollowing.peek() || index < 0) window.scrollToEnd();
  else window.scrollToOffset(startOf(window, index) + top.shift);
};

/** Whether a media query holds, now and whenever that changes. */
export const useMedia = (query: string): boolean => {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const read = (): void => setHolds(media.matches);
    media.addEventListener('change', read);
    read();
    return () => media.removeEventListener('change', read);
  }, [query]);
  return holds;
};
