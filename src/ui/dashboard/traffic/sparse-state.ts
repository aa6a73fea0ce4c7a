import type { AdminEvent } from '../../../spec/admin/admin-event.ts';
import type { ExchangePage, ExchangeRow } from '../../../spec/admin/exchange-row.ts';
import { mergeRows } from './merge-rows.ts';
import type { VerdictMemory } from './verdict-memory.ts';

/** So many seqs of rows that were heard are remembered, for judgements that come later. */
const mostHeard = 5_000;

/** What is known of the exchanges that a filter lets through. Changed in place: it may hold many. */
export interface SparseState {
  readonly verdicts: VerdictMemory;
  /** Seqs of rows that were heard, by the id of the exchange. */
  readonly heard: Map<string, number>;
  /** Oldest first. */
  rows: ExchangeRow[];
  isReady: boolean;
  hasOlder: boolean;
  /** The journal was searched from the first of these to the second. */
  searchedFrom: number;
  searchedTo: number;
  /** The earliest place of which something new was heard. */
  newFrom: number;
}

/** The newest page: the state begins with it. */
export const takeNewest = (state: SparseState, page: ExchangePage): void => {
  state.rows = page.rows.map(state.verdicts.judged);
  state.isReady = true;
  state.hasOlder = page.more;
  state.searchedFrom = page.searchedTo ?? page.rows[0]?.seq ?? page.firstSeq;
  state.searchedTo = page.lastSeq;
};

/** A page before all that was searched. */
export const takeOlder = (state: SparseState, page: ExchangePage): void => {
  merge(state, page.rows);
  state.hasOlder = page.more;
  const from = page.searchedTo ?? page.rows[0]?.seq ?? page.firstSeq;
  state.searchedFrom = Math.min(state.searchedFrom, from);
};

/** A page from `newFrom` on; where there is more, the rest is new too. */
export const takeNewer = (state: SparseState, page: ExchangePage): void => {
  merge(state, page.rows);
  const read = page.searchedTo ?? page.rows.at(-1)?.seq ?? page.lastSeq;
  state.searchedTo = Math.max(state.searchedTo, page.more ? read : page.lastSeq);
  if (page.more) state.newFrom = Math.min(state.newFrom, read + 1);
};

/** Notes what is new; verdicts of rows that are known are written into them. */
export const hearSparse = (state: SparseState, events: readonly AdminEvent[]): void => {
  for (const event of events) {
    if (event.kind === 'exchange') hearExchange(state, event.row);
    if (event.kind === 'judgement') {
      state.verdicts.hear(event.judgement);
      hearJudgement(state, event.judgement.exchangeId);
    }
  }
};

const hearExchange = (state: SparseState, { id, seq }: ExchangeRow): void => {
  if (state.heard.size >= mostHeard) state.heard.clear();
  state.heard.set(id, seq);
  state.newFrom = Math.min(state.newFrom, seq);
};

/** A judgement may make a row pass a filter that asks for verdicts. */
const hearJudgement = (state: SparseState, exchangeId: string): void => {
  const seq = state.heard.get(exchangeId);
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
export const placeOfSeq = (rows: readonly ExchangeRow[], seq: number): number => {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.seq ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
};
