import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { indexOfPlace, type ListLines } from './list-lines.ts';
import type { TrafficSession } from './traffic-session.ts';

/** A long list of lines of one height. */
export interface ListShape extends Omit<ListLines, 'lineAt'> {
  /** Height of a line and of what stands above all lines, in pixels. */
  readonly line: number;
  readonly head: number;
}

/** The part of the list that is drawn, and ways to move it. */
export interface ListWindow {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLDivElement | null>;
  /** Lines to be drawn: from the first of these to before the second. */
  readonly first: number;
  readonly end: number;
  /** How many elements that takes at most. */
  readonly slots: number;
  /** How many whole lines are in view. */
  readonly linesInView: number;
  readonly onScroll: () => void;
  readonly show: (index: number) => void;
  readonly showNewest: () => void;
}

/** Lines that are drawn above and below what is in view. */
const overscan = 12;

/** Nothing is read before the reader has rested for so long. */
const restMs = 80;

/** What the window was drawn from last, and where it was scrolled to. */
interface Drawn {
  scrollTop: number;
  total: number;
  shape: ListShape;
  view: number;
  first: number;
}

/**
 * The window on a long list. Its place is the seq at its top, or the newest: what is put before that
 * does not move what is read. Nothing is measured while it is drawn; the browser tells heights by
 * observers, after its layout and before it paints.
 */
export const useListWindow = (session: TrafficSession, shape: ListShape, height: number): ListWindow => {
  const [, count] = useReducer((drawings: number, _: undefined) => drawings + 1, 0);
  const draw = (): void => count(undefined);
  const view = Math.max(0, height - shape.head);
  const start = startOf(session, shape, view);
  const [first, end] = drawnLines(start, shape, view);
  const drawn = useRef<Drawn>({ scrollTop: 0, total: -1, shape, view, first });
  const elements = usePlace(session, { drawn, shape, view, first });
  const isResting = useRest(draw);
  useEffect(() => {
    if (isResting.current) shape.want(first, end - 1);
  });
  return {
    ...{ ...elements, first, end, slots: linesDrawn(shape, view) },
    onScroll: () => {
      const scrollTop = elements.scroller.current?.scrollTop ?? 0;
      if (Math.abs(scrollTop - drawn.current.scrollTop) < 1) return;
      drawn.current.scrollTop = scrollTop;
      remember(session, drawn.current);
      isResting.begin();
      if (drawnLines(scrollTop, shape, view)[0] !== drawn.current.first) draw();
    },
    linesInView: Math.max(1, Math.floor(view / shape.line)),
    show: (index) => {
      const [above, below] = [index * shape.line, (index + 1) * shape.line - view];
      if (start <= above && start >= below) return;
      session.isFollowing.value = index === shape.count - 1;
      session.top = placeAt(start > above ? above : below, shape);
      draw();
    },
    showNewest: () => {
      session.isFollowing.value = true;
      draw();
    },
  };
};

interface Placed {
  readonly drawn: { current: Drawn };
  readonly shape: ListShape;
  readonly view: number;
  readonly first: number;
}

/** Scrolls to the place of the session, whenever what is drawn has changed. */
const usePlace = (session: TrafficSession, { drawn, shape, view, first }: Placed) => {
  const [scroller, canvas] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const place = (): void => {
    const to = startOf(session, drawn.current.shape, drawn.current.view);
    if (scroller.current === null || Math.abs(to - drawn.current.scrollTop) < 1) return;
    drawn.current.scrollTop = to;
    scroller.current.scrollTop = to;
  };
  useLayoutEffect(() => {
    const total = shape.count * shape.line;
    const isAsHigh = total === drawn.current.total;
    Object.assign(drawn.current, { total, shape, view, first });
    // A list of another height is put in its place once that is laid out.
    if (isAsHigh) place();
    if (session.isFollowing.peek() && shape.count > 0) {
      session.seenSeq = session.pausedAt.peek() ?? session.rows.end();
    }
  });
  useEffect(() => {
    const observer = new ResizeObserver(place);
    if (canvas.current !== null) observer.observe(canvas.current);
    return () => observer.disconnect();
  }, [session]);
  return { scroller, canvas };
};

/** Whether nobody scrolls; `rested` is called once the reader has come to rest. */
const useRest = (rested: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    get current() {
      return timer.current === undefined;
    },
    begin: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        timer.current = undefined;
        rested();
      }, restMs);
    },
  };
};

/** Where the window begins, in pixels from the first line. */
export const startOf = (
  { isFollowing, top }: Pick<TrafficSession, 'isFollowing' | 'top'>,
  { count, line, indexOf }: ListShape,
  view: number,
): number => {
  const last = Math.max(0, count * line - view);
  const index = isFollowing.peek() ? -1 : indexOfPlace({ indexOf }, top);
  return index < 0 ? last : Math.max(0, Math.min(last, index * line + top.shift));
};

/** Whole lines of the window and around it; in steps of four, so that few scrolls draw. */
export const drawnLines = (
  start: number,
  { count, line }: ListShape,
  view: number,
): readonly [first: number, end: number] => {
  const first = Math.floor(start / line / 4) * 4 - overscan;
  const last = first + linesDrawn({ line }, view);
  return [Math.max(0, Math.min(first, count)), Math.max(0, Math.min(last, count))];
};

const linesDrawn = ({ line }: Pick<ListShape, 'line'>, view: number): number =>
  Math.ceil(view / line) + 2 * overscan + 4;

const placeAt = (pixels: number, { line, count, seqAt }: ListShape): TrafficSession['top'] => {
  const index = Math.max(0, Math.min(count - 1, Math.floor(pixels / line)));
  return { seq: seqAt(index), index, shift: pixels - index * line };
};

/** Notes where the reader has scrolled to; half a line from the end is the end. */
const remember = (session: TrafficSession, { scrollTop, shape, view, total }: Drawn): void => {
  session.isFollowing.value = scrollTop + view >= total - shape.line / 2;
  if (shape.count > 0) session.top = placeAt(scrollTop, shape);
};

/** Shows a call in the list that was not opened from it: in the middle, unless it is among the newest. */
export const revealCall = async (session: TrafficSession, { seq }: { readonly seq: number }): Promise<void> => {
  const { rows, cursor, filter } = session;
  if (cursor.peek()?.seq === seq) return;
  cursor.value = { seq, index: -1 };
  // Who cannot be told where it is loses nothing: the call stands beside the list.
  const index = await rows.locate(seq).catch(() => -1);
  const isAmongNewest = session.isFollowing.peek() && index > rows.count() - 8;
  const isInNoRound = filter.group === 'round' && rows.rowAt(index) === undefined;
  if (index < 0 || isAmongNewest || isInNoRound || cursor.peek()?.seq !== seq) return;
  session.isFollowing.value = false;
  session.top = { seq: rows.seqAt(index), index, shift: -200 };
  session.version.value += 1;
};
