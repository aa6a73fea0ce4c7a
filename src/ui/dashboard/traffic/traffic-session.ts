import { type Signal, signal } from '@preact/signals';
import type { ExchangePage, ExchangeTally } from '../../../api/schemas/exchanges.ts';
import { callAdmin } from '../../parts/call-admin.ts';
import { hrefOf } from '../../parts/routes.ts';
import { store, subscribeToEvents } from '../../parts/store.ts';
import { conditionsOf, type FilterClock, filterQuery, parseFilter, type TrafficFilter } from './traffic-filter.ts';
import { TrafficRows, type TrafficSource } from './traffic-rows.ts';

/** A line of the list: by its seq, wherever that goes; by its index while the seq is not known (0). */
export interface Place {
  readonly seq: number;
  readonly index: number;
}

/** The list under one filter, and where the reader was in it. */
export interface TrafficSession {
  readonly query: string;
  readonly filter: TrafficFilter;
  readonly rows: TrafficRows;
  /** Counts up, ten times a second at most, when something shown has changed. */
  readonly version: Signal<number>;
  /** The last seq that is shown, while the list is paused. */
  readonly pausedAt: Signal<number | undefined>;
  /** The line that the keyboard is on. */
  readonly cursor: Signal<Place | undefined>;
  /** Whether the newest are in the window: it goes along with them. */
  readonly isFollowing: Signal<boolean>;
  /** The line at the top of the window, and by how many pixels it is scrolled away. */
  top: Place & { readonly shift: number };
  /** The newest seq that the reader has seen. */
  seenSeq: number;
}

interface HeldSession extends TrafficSession {
  /** When its platform was started, once that is known. */
  startedAt: string | undefined;
  readonly close: () => void;
}

let held: HeldSession | undefined;

/**
 * The session of a filter; it goes on while other pages are open, until another filter is chosen or
 * another platform listens at this address: that one has another journal.
 */
export const trafficSession = (addressQuery: string): TrafficSession => {
  const query = filterQuery(parseFilter(addressQuery));
  const startedAt = store.setup.value?.startedAt;
  if (held?.query !== query || isOutdated(held, startedAt)) {
    held?.close();
    held = open(query);
  }
  held.startedAt ??= startedAt;
  return held;
};

/** Another platform was started; or when it was started is known only now, and asked for. */
const isOutdated = ({ startedAt: known, filter }: HeldSession, startedAt: string | undefined): boolean =>
  startedAt !== undefined && known !== startedAt && (known !== undefined || filter.last === 'start');

/** Holds the list at its newest row; what comes later waits. */
export const pauseList = ({ rows, pausedAt }: TrafficSession): void => {
  pausedAt.value = rows.end();
};

export const resumeList = ({ pausedAt }: TrafficSession): void => {
  pausedAt.value = undefined;
};

/** The session that was opened last: the way back to the list. */
export const lastTrafficQuery = (): string => held?.query ?? '';

/** The address of an exchange beside the list as it is. */
export const hrefOfCall = (id: string): string => hrefOf('exchanges', id, lastTrafficQuery());

/** What times of filters are counted from. */
export const filterClock = (): FilterClock => ({
  nowMs: Date.now(),
  startedAt: store.setup.peek()?.startedAt,
});

const open = (query: string): HeldSession => {
  const filter = parseFilter(query);
  const version = signal(0);
  const ending = new AbortController();
  const rows = new TrafficRows(sourceOf(filter, { ending: ending.signal, version }));
  const stopHearing = subscribeToEvents(rows.receive);
  const read = store.refreshes.peek();
  const stopWatching = store.refreshes.subscribe((refreshes) => {
    if (refreshes !== read) rows.catchUp();
  });
  return {
    ...{ query, filter, rows, version, startedAt: undefined, seenSeq: 0 },
    pausedAt: signal<number | undefined>(undefined),
    cursor: signal<Place | undefined>(undefined),
    isFollowing: signal(true),
    top: { seq: 0, index: 0, shift: 0 },
    close: () => {
      ending.abort();
      stopHearing();
      stopWatching();
    },
  };
};

/** How often the list is drawn again at most, in milliseconds. */
const drawnMs = 100;

const sourceOf = (
  filter: TrafficFilter,
  { ending, version }: { readonly ending: AbortSignal; readonly version: Signal<number> },
): TrafficSource => {
  // The last hour is the one before the list was opened: its rows keep their places.
  const conditions = conditionsOf(filter, filterClock());
  const pathOf = (path: string, asked: object): string => {
    const query = new URLSearchParams(conditions);
    for (const [name, value] of Object.entries(asked)) query.set(name, String(value));
    return `${path}?${query}`;
  };
  const isPlain = [...conditions.keys()].every((name) => name === 'runs');
  return {
    load: (asked, reading) =>
      callAdmin<ExchangePage>(
        ...(['GET', pathOf('/exchanges', asked), undefined] as const),
        reading === undefined ? ending : AbortSignal.any([ending, reading]),
      ),
    count: (bounds) => callAdmin<ExchangeTally>('GET', pathOf('/exchanges/count', bounds), undefined, ending),
    passes: ({ origin }) => (isPlain ? conditions.get('runs') === 'show' || origin !== 'run' : undefined),
    asksVerdict: filter.verdict !== undefined,
    changed: onceIn(drawnMs, () => {
      version.value += 1;
    }),
    // A list that was left would try again for ever: all that it asks is refused.
    later: (call, ms) => setTimeout(() => (ending.aborted ? undefined : call()), ms),
  };
};

/** Calls with the next frame, and so often at most; nothing is drawn where nobody sees it. */
const onceIn = (ms: number, call: () => void): (() => void) => {
  let isAsked = false;
  let calledAt = 0;
  const run = (): void => {
    isAsked = false;
    calledAt = performance.now();
    call();
  };
  return () => {
    if (isAsked) return;
    isAsked = true;
    const waitMs = calledAt + ms - performance.now();
    if (waitMs <= 0) requestAnimationFrame(run);
    else setTimeout(() => requestAnimationFrame(run), waitMs);
  };
};
