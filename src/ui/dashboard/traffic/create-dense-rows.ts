import type { AdminEvent } from '../../../spec/admin/admin-event.ts';
import type { ExchangePage } from '../../../spec/admin/exchange-row.ts';
import type { RowPages } from './create-row-pages.ts';
import { createRowPages, rowsOfPage } from './create-row-pages.ts';
import type { PageAsked, TrafficRows, TrafficSource } from './traffic-rows.ts';
import type { VerdictMemory } from './verdict-memory.ts';
import { createVerdictMemory } from './verdict-memory.ts';

/** So many rows are in the list: browsers know no page that is higher. */
const mostRows = 300_000;

/** A page that could not be read whole is asked for again after so long. */
const askAgainMs = 2_000;

interface Dense {
  readonly source: TrafficSource;
  readonly pages: RowPages;
  readonly verdicts: VerdictMemory;
  /** First seqs of the pages that are being read, or could not be read whole a short while ago. */
  readonly asked: Set<number>;
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
    asked: new Set(),
    base: 1,
    lastSeq: 0,
    isReady: false,
    problem: undefined,
  };
  void read(dense, { limit: rowsOfPage });
  return {
    count: () => dense.lastSeq - dense.base + 1,
    rowAt: (index) => dense.pages.row(dense.base + index),
    seqAt: (index) => dense.base + index,
    indexOf: (seq) => (seq > dense.lastSeq ? -1 : Math.max(0, seq - dense.base)),
    want: (from, to) => want(dense, dense.base + from, dense.base + to),
    hear: (events) => hear(dense, events),
    catchUp: () => void read(dense, { limit: rowsOfPage }),
    isReady: () => dense.isReady,
    hasOlder: () => false,
    problem: () => dense.problem,
  };
};

const read = async (dense: Dense, asked: PageAsked): Promise<void> => {
  try {
    take(dense, await dense.source.load(asked));
    dense.problem = undefined;
  } catch (error) {
    dense.problem = error;
  }
  dense.source.changed();
};

const take = (dense: Dense, page: ExchangePage): void => {
  if (!dense.isReady || page.lastSeq < page.firstSeq) begin(dense, page);
  dense.lastSeq = Math.max(dense.lastSeq, page.lastSeq);
  dense.pages.put(page.rows.map(dense.verdicts.judged));
};

const begin = (dense: Dense, { firstSeq, lastSeq }: ExchangePage): void => {
  dense.isReady = true;
  dense.base = Math.max(firstSeq, lastSeq - mostRows + 1);
  dense.lastSeq = lastSeq;
};

/** Reads the pages in which something is missing. */
const want = (dense: Dense, fromSeq: number, toSeq: number): void => {
  for (const start of dense.pages.missing(fromSeq, Math.min(toSeq, dense.lastSeq))) {
    if (dense.asked.has(start)) continue;
    void readPage(dense, start);
  }
};

const readPage = async (dense: Dense, start: number): Promise<void> => {
  const forget = (): void => {
    dense.asked.delete(start);
    dense.source.changed();
  };
  dense.asked.add(start);
  await read(dense, { afterSeq: start - 1, limit: rowsOfPage });
  const end = Math.min(start + rowsOfPage - 1, dense.lastSeq);
  const isWhole = dense.pages.missing(start, end).length === 0;
  if (isWhole) forget();
  else dense.source.later(forget, askAgainMs);
};

const hear = (dense: Dense, events: readonly AdminEvent[]): void => {
  for (const event of events) hearOne(dense, event);
  dense.source.changed();
};

const hearOne = (dense: Dense, event: AdminEvent): void => {
  const { pages, verdicts } = dense;
  if (event.kind === 'judgement') {
    verdicts.hear(event.judgement);
    pages.change(event.judgement.exchangeId, verdicts.judged);
  }
  if (event.kind !== 'exchange') return;
  pages.put([verdicts.judged(event.row)]);
  if (dense.isReady) dense.lastSeq = Math.max(dense.lastSeq, event.row.seq);
};
