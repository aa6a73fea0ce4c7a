import type { AdminEvent } from '../../../api/schemas/admin-event.ts';
import type { ExchangePage, ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { createVerdictMemory, type VerdictMemory } from '../../parts/exchange-rows.ts';
import type { PageAsked, TrafficRows, TrafficSource } from './traffic-rows.ts';

/** So many rows are in the list: browsers know no page that is higher. */
const mostRows = 300_000;

/** A page that could not be read whole is asked for again after so long. */
const askAgainMs = 2_000;

interface Dense {
  readonly source: TrafficSource;
  readonly pages: RowPages;
  readonly verdicts: VerdictMemory;
  /** What ends the reading of a page, by its first seq; also of one that could not be read whole a short while ago. */
  readonly asked: Map<number, AbortController>;
  base: number;
  lastSeq: number;
  isReady: boolean;
  problem: unknown;
}

/**
 * All of the journal: its seqs have no gaps, so that the place of every row is known before the row
 * is, and pages are read where somebody looks.
 */
export const createDenseRows = (source: TrafficSource): TrafficRows => {
  const dense: Dense = {
    source,
    pages: createRowPages(),
    verdicts: createVerdictMemory(),
    asked: new Map(),
    base: 1,
    lastSeq: 0,
    isReady: false,
    problem: undefined,
  };
  void read(dense, { limit: rowsOfPage });
  return {
    count: () => (dense.isReady ? dense.lastSeq - dense.base + 1 : 0),
    rowAt: (index) => dense.pages.row(dense.base + index),
    seqAt: (index) => dense.base + index,
    indexOf: (seq) => (seq > dense.lastSeq ? -1 : Math.max(0, seq - dense.base)),
    want: (from, to) => want(dense, dense.base + from, dense.base + to),
    receive: (events) => receive(dense, events),
    catchUp: () => void read(dense, { limit: rowsOfPage }),
    isReady: () => dense.isReady,
    hasOlder: () => false,
    problem: () => dense.problem,
  };
};

const read = async (dense: Dense, asked: PageAsked, signal?: AbortSignal): Promise<void> => {
  try {
    take(dense, await dense.source.load(asked, signal));
    dense.problem = undefined;
  } catch (error) {
    if (signal?.aborted === true) return;
    dense.problem = error;
    // Nobody looks at a list that has no rows: no page of it would be asked for again.
    if (!dense.isReady) dense.source.later(() => void read(dense, asked), askAgainMs);
  }
  dense.source.changed();
};

/** A page may be older than the events that came while it was read: what they told stays. */
const take = (dense: Dense, page: ExchangePage): void => {
  const lastSeq = Math.max(dense.lastSeq, page.lastSeq);
  if (!dense.isReady || dense.lastSeq === 0) {
    dense.isReady = true;
    dense.base = Math.max(page.firstSeq, lastSeq - mostRows + 1);
  }
  dense.lastSeq = lastSeq;
  dense.pages.put(page.rows.map(dense.verdicts.judged));
};

/** Reads the pages in which something is missing; those that nobody looks at any longer are not read on. */
const want = (dense: Dense, fromSeq: number, toSeq: number): void => {
  const missing = dense.pages.missing(fromSeq, Math.min(toSeq, dense.lastSeq));
  for (const [start, reading] of dense.asked) {
    if (missing.includes(start)) continue;
    dense.asked.delete(start);
    reading.abort();
  }
  for (const start of missing) if (!dense.asked.has(start)) void readPage(dense, start);
};

const readPage = async (dense: Dense, start: number): Promise<void> => {
  const reading = new AbortController();
  const forget = (): void => {
    if (dense.asked.get(start) === reading) dense.asked.delete(start);
    dense.source.changed();
  };
  dense.asked.set(start, reading);
  await read(dense, { afterSeq: start - 1, limit: rowsOfPage }, reading.signal);
  if (reading.signal.aborted) return;
  const end = Math.min(start + rowsOfPage - 1, dense.lastSeq);
  const isWhole = dense.pages.missing(start, end).length === 0;
  if (isWhole) forget();
  else dense.source.later(forget, askAgainMs);
};

const receive = (dense: Dense, events: readonly AdminEvent[]): void => {
  for (const event of events) receiveOne(dense, event);
  dense.source.changed();
};

const receiveOne = (dense: Dense, event: AdminEvent): void => {
  const { pages, verdicts } = dense;
  if (event.kind === 'judgement') {
    verdicts.remember(event.judgement);
    pages.change(event.judgement.exchangeId, verdicts.judged);
  }
  if (event.kind !== 'exchange') return;
  pages.put([verdicts.judged(event.row)]);
  dense.lastSeq = Math.max(dense.lastSeq, event.row.seq);
};

/** How many rows are read at once. */
const rowsOfPage = 200;

/** So many pages are held; those that nobody has looked at for longest go first. */
const mostPages = 60;

type RowPage = (ExchangeRow | undefined)[];

/** Rows by their seq, in pages, of which the last used are held. */
interface RowPages {
  row(seq: number): ExchangeRow | undefined;
  /** Takes rows; those that are known are replaced. */
  put(rows: readonly ExchangeRow[]): void;
  /** The row of that id as `change` makes it, if it is held. */
  change(id: string, change: (row: ExchangeRow) => ExchangeRow): void;
  /** First seqs of the pages between two places in which a row is missing. */
  missing(fromSeq: number, toSeq: number): readonly number[];
}

const startOf = (seq: number): number => seq - ((seq - 1) % rowsOfPage);

/** An empty store of rows; `touch` keeps the order of use in the Map itself. */
const createRowPages = (): RowPages => {
  const pages = new Map<number, RowPage>();
  const seqs = new Map<string, number>();

  const drop = (start: number, page: RowPage): void => {
    pages.delete(start);
    for (const row of page) if (row !== undefined) seqs.delete(row.id);
  };

  const touch = (start: number): RowPage => {
    const page = pages.get(start) ?? [];
    pages.delete(start);
    pages.set(start, page);
    for (const [oldest, held] of pages) {
      if (pages.size <= mostPages) break;
      drop(oldest, held);
    }
    return page;
  };

  const row = (seq: number): ExchangeRow | undefined => pages.get(startOf(seq))?.[seq - startOf(seq)];

  const putOne = (given: ExchangeRow): void => {
    const start = startOf(given.seq);
    touch(start)[given.seq - start] = given;
    seqs.set(given.id, given.seq);
  };

  return {
    row,
    put: (rows) => rows.forEach(putOne),
    change: (id, change) => {
      const known = row(seqs.get(id) ?? -1);
      if (known !== undefined) putOne(change(known));
    },
    missing: (fromSeq, toSeq) => {
      const starts: number[] = [];
      for (let seq = startOf(fromSeq); seq <= toSeq; seq += rowsOfPage) {
        touch(seq);
        const [first, last] = [Math.max(seq, fromSeq), Math.min(seq + rowsOfPage - 1, toSeq)];
        if (hasHole(first, last, row)) starts.push(seq);
      }
      return starts;
    },
  };
};

const hasHole = (first: number, last: number, row: RowPages['row']): boolean => {
  for (let seq = first; seq <= last; seq += 1) if (row(seq) === undefined) return true;
  return false;
};
