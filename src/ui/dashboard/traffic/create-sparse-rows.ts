import type { ExchangePage } from '../../../spec/admin/exchange-row.ts';
import type { SparseState } from './sparse-state.ts';
import { hearSparse, placeOfSeq, takeNewer, takeNewest, takeOlder } from './sparse-state.ts';
import type { PageAsked, TrafficRows, TrafficSource } from './traffic-rows.ts';
import { createVerdictMemory } from './verdict-memory.ts';

const rowsOfPage = 500;

/** The platform is asked for new rows so often at most. */
const pollMs = 200;

/** Older rows are read when one of the first so many is in the window. */
const nearStart = 50;

/** A state, where its pages come from, and what is being read. */
interface Sparse {
  readonly source: TrafficSource;
  readonly state: SparseState;
  readonly reading: Set<'older' | 'newer'>;
  problem: unknown;
}

/**
 * What a filter lets through: read from the newest backwards as somebody scrolls. Only the platform
 * knows what a filter matches (a text in a body, for one), so that it is asked when something is new.
 */
export const createSparseRows = (source: TrafficSource): TrafficRows => {
  const state: SparseState = emptySparse();
  const sparse: Sparse = { source, state, reading: new Set(), problem: undefined };
  readNewer(sparse, 0);
  return {
    count: () => state.rows.length,
    rowAt: (index) => state.rows[index],
    seqAt: (index) => state.rows[index]?.seq ?? -1,
    indexOf: (seq) => {
      const place = placeOfSeq(state.rows, seq);
      return place === state.rows.length ? -1 : place;
    },
    want: (first) => {
      if (first < nearStart) readOlder(sparse);
    },
    hear: (events) => {
      hearSparse(state, events);
      if (state.newFrom !== Number.POSITIVE_INFINITY) readNewer(sparse, pollMs);
      source.changed();
    },
    catchUp: () => readNewer(sparse, 0),
    isReady: () => state.isReady,
    hasOlder: () => state.hasOlder,
    problem: () => sparse.problem,
  };
};

const emptySparse = (): SparseState => ({
  verdicts: createVerdictMemory(),
  heard: new Map(),
  rows: [],
  isReady: false,
  hasOlder: false,
  searchedFrom: 0,
  searchedTo: 0,
  newFrom: Number.POSITIVE_INFINITY,
});

const read = async (
  sparse: Sparse,
  asked: Omit<PageAsked, 'limit'>,
  take: (state: SparseState, page: ExchangePage) => void,
): Promise<void> => {
  try {
    take(sparse.state, await sparse.source.load({ ...asked, limit: rowsOfPage }));
    sparse.problem = undefined;
  } catch (error) {
    sparse.problem = error;
  }
};

const readOlder = (sparse: Sparse): void => {
  const { state, reading } = sparse;
  if (!state.hasOlder || reading.has('older')) return;
  reading.add('older');
  const end = (): void => {
    reading.delete('older');
    sparse.source.changed();
  };
  void read(sparse, { beforeSeq: state.searchedFrom }, takeOlder).then(end);
};

/** One reading at a time; what is heard meanwhile is read after it. */
const readNewer = (sparse: Sparse, afterMs: number): void => {
  const { state, reading, source } = sparse;
  if (reading.has('newer')) return;
  reading.add('newer');
  const end = (): void => {
    reading.delete('newer');
    source.changed();
    if (sparse.problem === undefined && state.newFrom !== Number.POSITIVE_INFINITY) {
      readNewer(sparse, pollMs);
    }
  };
  source.later(() => void readNews(sparse).then(end), afterMs);
};

const readNews = (sparse: Sparse): Promise<void> => {
  const { state } = sparse;
  const afterSeq = Math.min(state.searchedTo, state.newFrom - 1);
  state.newFrom = Number.POSITIVE_INFINITY;
  return state.isReady ? read(sparse, { afterSeq }, takeNewer) : read(sparse, {}, takeNewest);
};
