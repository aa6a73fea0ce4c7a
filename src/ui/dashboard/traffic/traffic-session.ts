import { type Signal, signal } from '@preact/signals';
import type { AdminEvent } from '../../../api/schemas/admin-event.ts';
import type { ExchangePage } from '../../../api/schemas/exchanges.ts';
import { callAdmin } from '../../parts/call-admin.ts';
import { hrefOf } from '../../parts/routes.ts';
import { store, subscribeToEvents } from '../../parts/store.ts';
import { createDenseRows } from './dense-rows.ts';
import { createSparseRows } from './sparse-rows.ts';
import {
  type FilterClock,
  filterQuery,
  isPlain,
  parseFilter,
  queryOfPage,
  type TrafficFilter,
} from './traffic-filter.ts';
import type { TrafficRows, TrafficSource } from './traffic-rows.ts';

/** The list under one filter, and where the reader was in it. */
export interface TrafficSession {
  readonly query: string;
  readonly filter: TrafficFilter;
  /** Others once it is known whether the journal has calls of runs. */
  readonly rows: TrafficRows;
  /** Counts up, ten times a second at most, when something shown has changed. */
  readonly version: Signal<number>;
  /** The last seq that is shown, while the list is paused. */
  readonly pausedAt: Signal<number | undefined>;
  /** The seq of the row that the keyboard is on. */
  readonly activeSeq: Signal<number | undefined>;
  /** Whether the newest are in the window: it goes along with them. */
  readonly isFollowing: Signal<boolean>;
  /** The seq at the top of the window, and by how many pixels its row is scrolled away. */
  top: { readonly seq: number; readonly shift: number };
  /** The newest seq that the reader has seen. */
  seenSeq: number;
}

interface HeldSession extends TrafficSession {
  rows: TrafficRows;
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
  if (held?.query !== query || isOther(held.startedAt, startedAt)) {
    held?.close();
    held = open(query);
  }
  held.startedAt ??= startedAt;
  return held;
};

const isOther = (known: string | undefined, startedAt: string | undefined): boolean =>
  known !== undefined && startedAt !== undefined && known !== startedAt;

/** Holds the list at its newest row; what comes later waits. */
export const pauseList = ({ rows, pausedAt }: TrafficSession): void => {
  pausedAt.value = rows.count() === 0 ? 0 : rows.seqAt(rows.count() - 1);
};

export const resumeList = ({ pausedAt }: TrafficSession): void => {
  pausedAt.value = undefined;
};

/** The session that was opened last: the way back to the list. */
export const lastTrafficQuery = (): string => held?.query ?? '';

/** The address of an exchange beside the list as it is. */
export const hrefOfCall = (id: string): string => hrefOf('exchanges', id, lastTrafficQuery());

const open = (query: string): HeldSession => {
  const filter = parseFilter(query);
  const version = signal(0);
  const ending = new AbortController();
  const source = sourceOf(filter, { ending: ending.signal, version });
  const isDense = isPlain(filter) && filter.runs === 'show';
  const session: HeldSession = {
    ...{ query, filter, version, startedAt: undefined, seenSeq: 0 },
    rows: isDense ? createDenseRows(source) : createSparseRows(source),
    pausedAt: signal<number | undefined>(undefined),
    activeSeq: signal<number | undefined>(undefined),
    isFollowing: signal(true),
    top: { seq: 0, shift: 0 },
    close: () => {
      ending.abort();
      stop();
    },
  };
  const hiding = isPlain(filter) && !isDense ? keepOutRuns(session, source) : undefined;
  const stop = follow(session, hiding);
  return session;
};

/** How often the list is drawn again at most, in milliseconds. */
const drawnMs = 100;

const sourceOf = (
  filter: TrafficFilter,
  { ending, version }: { readonly ending: AbortSignal; readonly version: Signal<number> },
): TrafficSource => ({
  load: (asked, signal) =>
    callAdmin<ExchangePage>(
      ...(['GET', queryOfPage(filter, asked, filterClock()), undefined] as const),
      signal === undefined ? ending : AbortSignal.any([ending, signal]),
    ),
  passes: ({ origin }) => (isPlain(filter) ? filter.runs === 'show' || origin !== 'run' : undefined),
  changed: onceIn(drawnMs, () => {
    version.value += 1;
  }),
  // A list that was left would try again for ever: all that it asks is refused.
  later: (call, ms) => setTimeout(() => (ending.aborted ? undefined : call()), ms),
});

/** What times of filters are counted from. */
export const filterClock = (): FilterClock => ({
  nowMs: Date.now(),
  startedAt: store.setup.peek()?.startedAt,
});

/** Looks again, and hears events, for as long as nobody looks at something else. */
interface Hiding {
  readonly look: () => void;
  readonly hear: (events: readonly AdminEvent[]) => void;
}

/**
 * Where the journal has no call of a run, hiding them leaves out nothing: the place of every row is
 * known then, and the scrollbar reaches all of them at once.
 */
const keepOutRuns = (session: HeldSession, source: TrafficSource): Hiding => {
  let hasRuns = true;
  const turn = (to: boolean): void => {
    if (to === hasRuns) return;
    hasRuns = to;
    session.rows = to ? createSparseRows(source) : createDenseRows(source);
    source.changed();
  };
  const look = async (): Promise<void> => {
    const query = new URLSearchParams({ origin: 'run', limit: '1', runs: 'show' });
    const page = await callAdmin<ExchangePage>('GET', `/exchanges?${query}`);
    turn(page.rows.length > 0 || page.more);
  };
  const lookSafely = (): void => void look().catch(() => turn(true));
  lookSafely();
  return {
    look: lookSafely,
    hear: (events) => {
      if (events.some((event) => event.kind === 'exchange' && event.row.origin === 'run')) turn(true);
    },
  };
};

/** Live rows, and a look at the end of the journal whenever events may have been missed. */
const follow = (session: HeldSession, hiding: Hiding | undefined): (() => void) => {
  const stopHearing = subscribeToEvents((events) => {
    hiding?.hear(events);
    session.rows.receive(events);
  });
  const read = store.refreshes.peek();
  const stopWatching = store.refreshes.subscribe((refreshes) => {
    if (refreshes === read) return;
    hiding?.look();
    session.rows.catchUp();
  });
  return () => {
    stopHearing();
    stopWatching();
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
