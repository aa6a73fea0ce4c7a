import type { AdminEvent } from '../../../api/schemas/admin-event.ts';
import type { ExchangePage, ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { createVerdictMemory, mergeRows, type VerdictMemory } from '../../parts/exchange-rows.ts';
import type { PageAsked, TrafficRows, TrafficSource } from './traffic-rows.ts';

const rowsOfPage = 500;

/** The platform is asked for new rows so often at most. */
const pollMs = 200;

/** What could not be read is asked for again after so long. */
const askAgainMs = 2_000;

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
    receive: (events) => {
      receiveEvents(sparse, events);
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
  seqById: new Map(),
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

/** One reading at a time; what is told meanwhile is read after it. */
const readNewer = (sparse: Sparse, afterMs: number): void => {
  const { state, reading, source } = sparse;
  if (reading.has('newer')) return;
  reading.add('newer');
  const end = (): void => {
    reading.delete('newer');
    source.changed();
    if (sparse.problem !== undefined) readNewer(sparse, askAgainMs);
    else if (state.newFrom !== Number.POSITIVE_INFINITY) readNewer(sparse, pollMs);
  };
  source.later(() => void readNews(sparse).then(end), afterMs);
};

const readNews = async (sparse: Sparse): Promise<void> => {
  const { state } = sparse;
  const afterSeq = Math.min(state.searchedTo, state.newFrom - 1);
  state.newFrom = Number.POSITIVE_INFINITY;
  if (!state.isReady) return await read(sparse, {}, takeNewest);
  await read(sparse, { afterSeq }, takeNewer);
  if (sparse.problem !== undefined) state.newFrom = Math.min(state.newFrom, afterSeq + 1);
};

/** So many seqs of rows that were told are remembered, for judgements that come later. */
const mostSeqs = 5_000;

/** What is known of the exchanges that a filter lets through. Changed in place: it may hold many. */
interface SparseState {
  readonly verdicts: VerdictMemory;
  /** Seqs of rows that were told, by the id of the exchange. */
  readonly seqById: Map<string, number>;
  /** Oldest first. */
  rows: ExchangeRow[];
  isReady: boolean;
  hasOlder: boolean;
  /** The journal was searched from the first of these to the second. */
  searchedFrom: number;
  searchedTo: number;
  /** The earliest place of which something new was told. */
  newFrom: number;
}

/** The newest page: the state begins with it. */
const takeNewest = (state: SparseState, page: ExchangePage): void => {
  state.rows = page.rows.map(state.verdicts.judged);
  state.isReady = true;
  state.hasOlder = page.more;
  state.searchedFrom = page.searchedTo ?? page.rows[0]?.seq ?? page.firstSeq;
  state.searchedTo = page.lastSeq;
};

/** A page before all that was searched. */
const takeOlder = (state: SparseState, page: ExchangePage): void => {
  merge(state, page.rows);
  state.hasOlder = page.more;
  const from = page.searchedTo ?? page.rows[0]?.seq ?? page.firstSeq;
  state.searchedFrom = Math.min(state.searchedFrom, from);
};

/** A page from `newFrom` on; where there is more, the rest is new too. */
const takeNewer = (state: SparseState, page: ExchangePage): void => {
  merge(state, page.rows);
  const read = page.searchedTo ?? page.rows.at(-1)?.seq ?? page.lastSeq;
  state.searchedTo = Math.max(state.searchedTo, page.more ? read : page.lastSeq);
  if (page.more) state.newFrom = Math.min(state.newFrom, read + 1);
};

/** Notes what is new; verdicts of rows that are known are written into them. */
const receiveEvents = ({ state, source }: Sparse, events: readonly AdminEvent[]): void => {
  for (const event of events) {
    if (event.kind === 'exchange') noteExchange(state, event.row, source.passes(event.row));
    if (event.kind === 'judgement') {
      state.verdicts.remember(event.judgement);
      noteJudgement(state, event.judgement.exchangeId);
    }
  }
};

/** What comes right behind all that was searched is taken in as it is told, where it is known to pass. */
const noteExchange = (state: SparseState, row: ExchangeRow, passes: boolean | undefined): void => {
  const { id, seq } = row;
  if (passes !== undefined && state.isReady && seq === state.searchedTo + 1) {
    state.searchedTo = seq;
    if (passes) takeTold(state, row);
    return;
  }
  if (state.seqById.size >= mostSeqs) state.seqById.clear();
  state.seqById.set(id, seq);
  state.newFrom = Math.min(state.newFrom, seq);
};

/** So many rows are held where they only come in; the oldest half of more is read again when it is looked for. */
const mostRows = 20_000;

const takeTold = (state: SparseState, row: ExchangeRow): void => {
  if (state.seqById.size >= mostSeqs) state.seqById.clear();
  state.seqById.set(row.id, row.seq);
  state.rows.push(state.verdicts.judged(row));
  if (state.rows.length <= mostRows) return;
  state.rows = state.rows.slice(mostRows / 2);
  state.hasOlder = true;
  state.searchedFrom = state.rows[0]?.seq ?? state.searchedFrom;
};

/** A judgement may make a row pass a filter that asks for verdicts. */
const noteJudgement = (state: SparseState, exchangeId: string): void => {
  const seq = state.seqById.get(exchangeId);
  if (seq === undefined) return;
  const place = placeOfSeq(state.rows, seq);
  const row = state.rows[place];
  if (row?.id === exchangeId) state.rows[place] = state.verdicts.judged(row);
  else state.newFrom = Math.min(state.newFrom, seq);
};

const merge = (state: SparseState, rows: readonly ExchangeRow[]): void => {
  state.rows = mergeRows(state.rows, rows.map(state.verdicts.judged));
};

/** The index of the first row that is not before `seq`; the length when all are. */
const placeOfSeq = (rows: readonly ExchangeRow[], seq: number): number => {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.seq ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
};
