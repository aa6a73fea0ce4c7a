import type { Signal } from '@preact/signals';
import { signal } from '@preact/signals';
import type { ExchangePage } from '../../../api/schemas/exchanges.ts';
import { callAdmin } from '../../parts/call-admin.ts';
import { store, subscribeToEvents } from '../../parts/store.ts';
import { createDenseRows } from './dense-rows.ts';
import { createSparseRows } from './sparse-rows.ts';
import { filterQuery, parseFilter, queryOfPage } from './traffic-filter.ts';
import type { TrafficRows } from './traffic-rows.ts';

/** The list under one filter, and where the reader was in it. */
export interface TrafficSession {
  readonly query: string;
  readonly rows: TrafficRows;
  /** Counts up, once a frame at most, when something shown has changed. */
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

/** Ids of the exchanges beside a seq in that list, as far as they are known. */
export const neighboursOf = (
  seq: number,
): { readonly before?: string; readonly after?: string } => {
  if (held === undefined) return {};
  held.version.value;
  const { rows } = held;
  const index = rows.indexOf(seq);
  if (rows.rowAt(index)?.seq !== seq) return {};
  return { before: rows.rowAt(index - 1)?.id, after: rows.rowAt(index + 1)?.id };
};

const open = (query: string): HeldSession => {
  const filter = parseFilter(query);
  const version = signal(0);
  const create = filterQuery(filter) === '' ? createDenseRows : createSparseRows;
  const rows = create({
    load: (asked) => callAdmin<ExchangePage>('GET', queryOfPage(filter, asked)),
    changed: oncePerFrame(() => {
      version.value += 1;
    }),
    later: (call, ms) => setTimeout(call, ms),
  });
  return {
    query,
    rows,
    version,
    pausedAt: signal<number | undefined>(undefined),
    activeSeq: signal<number | undefined>(undefined),
    isFollowing: signal(true),
    top: { seq: 0, shift: 0 },
    seenSeq: 0,
    startedAt: undefined,
    close: follow(rows),
  };
};

/** Live rows, and a look at the end of the journal whenever events may have been missed. */
const follow = (rows: TrafficRows): (() => void) => {
  const stopHearing = subscribeToEvents(rows.receive);
  const read = store.refreshes.peek();
  const stopWatching = store.refreshes.subscribe((refreshes) => {
    if (refreshes !== read) rows.catchUp();
  });
  return () => {
    stopHearing();
    stopWatching();
  };
};

const oncePerFrame = (call: () => void): (() => void) => {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      call();
    });
  };
};
