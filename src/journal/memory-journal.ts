import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { Exchange } from '../spec/exchange.ts';
import { asWritten, columns } from './columns.ts';
import type { Journal, JournalRow } from './journal.ts';
import { keepsNothing } from './kept.ts';
import {
  bodyBytes,
  bytesOfLook,
  hasText,
  isBackwards,
  type Look,
  type LookOrder,
  leftOf,
  matches,
  rangeOf,
  rowsOfLook,
  search,
  searchedColumns,
  tally,
  wantedText,
} from './search.ts';

export interface MemoryOptions {
  /** The oldest exchanges beyond this many are removed. */
  readonly maxExchanges: number;
  /** So are those beyond this many bytes. */
  readonly maxBytes: number;
  /** The place of the last exchange before the first one here; 0 when absent. */
  readonly floor?: number;
}

/** So many bytes of exchanges are held in memory at most: those that wait for a file, or a journal without one. */
export const mostInMemory = 64 * 1024 * 1024;

/** What an exchange takes up beside its bodies, in bytes, roughly: ids, headers, the objects themselves. */
const besidesBodies = 2_048;

/** About how much memory, or room in a file, an exchange takes up, in bytes. */
export const weightOf = (exchange: Exchange): number =>
  besidesBodies + exchange.request.url.length + bodyBytes(exchange);

/** A journal that ends with its process, and needs no database. */
export const openMemoryJournal = (options: MemoryOptions): Journal => {
  const rows = new Rows(options);
  let isOpen = true;
  let lost = 0;
  const whenOpen = (take: () => void): void => {
    if (isOpen) take();
    else lost += 1;
  };
  const lookIn = (order: LookOrder): Look | undefined => (isOpen ? rows.look(order) : undefined);
  return {
    record: (exchange) => whenOpen(() => rows.add(exchange)),
    judge: (judgement) => whenOpen(() => rows.judge(judgement)),
    kept: keepsNothing,
    row: async (id) => (isOpen ? rows.row(rows.seqOf(id)) : undefined),
    rows: async (query, signal) => await search(lookIn, query, signal),
    tally: async (query, signal) => await tally(lookIn, query, signal),
    bounds: () => ({ firstSeq: rows.range().first, lastSeq: rows.range().last }),
    count: () => rows.range().last - rows.range().first + 1,
    state: () => ({ kind: 'memory', lost, degraded: [] }),
    flush: async () => undefined,
    close: async () => {
      isOpen = false;
    },
  };
};

/** So many judgements are kept for exchanges that have not come yet, or never will. */
const mostEarly = 1_000;

/** The exchanges by their places, the oldest of which go. */
class Rows {
  readonly #bySeq = new Map<number, JournalRow>();
  readonly #places = new Map<string, number>();
  readonly #early = new Map<string, ExchangeJudgement>();
  readonly #options: MemoryOptions;
  #first: number;
  #last: number;
  #bytes = 0;

  constructor(options: MemoryOptions) {
    this.#options = options;
    this.#last = options.floor ?? 0;
    this.#first = this.#last + 1;
  }

  range = () => ({ first: this.#first, last: this.#last });

  seqOf = (id: string): number | undefined => this.#places.get(id);

  endOf = (seq: number): number | undefined => {
    const exchange = this.#bySeq.get(seq)?.exchange;
    return exchange && columns.ended(exchange);
  };

  /** As a file gives it back. */
  row(seq: number | undefined): JournalRow | undefined {
    const row = seq === undefined ? undefined : this.#bySeq.get(seq);
    return row && { ...row, exchange: asWritten(row.exchange) };
  }

  add(exchange: Exchange): void {
    const seq = this.#last + 1;
    const judgement = this.#early.get(exchange.id);
    this.#early.delete(exchange.id);
    this.#bySeq.set(seq, judgement === undefined ? { seq, exchange } : { seq, exchange, judgement });
    this.#places.set(exchange.id, seq);
    this.#last = seq;
    this.#bytes += weightOf(exchange);
    while (this.#isFull()) this.#forgetFirst();
  }

  judge(judgement: ExchangeJudgement): void {
    const row = this.#bySeq.get(this.#places.get(judgement.exchangeId) ?? 0);
    if (row !== undefined) this.#bySeq.set(row.seq, { ...row, judgement });
    else keepLatest(this.#early, judgement, mostEarly);
  }

  look({ query, what, left = rangeOf(this, query) }: LookOrder): Look {
    const backwards = isBackwards(query);
    const { limit, offset = 0 } = what === 'rows' ? query : { limit: Number.POSITIVE_INFINITY };
    const text = wantedText(query);
    const weigh = text === undefined ? () => 0 : bodyBytes;
    const isWanted = (row: JournalRow): boolean => matches(row, query) && hasTextIn(row, text);
    const rows: JournalRow[] = [];
    let [rest, count, looked, bytes] = [left, 0, 0, 0];
    while (rest.first <= rest.last && rows.length < limit && looked < rowsOfLook && bytes < bytesOfLook) {
      const seq = backwards ? rest.last : rest.first;
      const row = this.#bySeq.get(seq);
      rest = leftOf(rest, seq, backwards);
      looked += 1;
      if (row === undefined) continue;
      bytes += weigh(row.exchange);
      if (!isWanted(row)) continue;
      count += 1;
      if (what === 'rows' && count > offset) rows.push(this.row(seq) ?? row);
    }
    return { rows, count, left: rest, read: text === undefined ? 0 : looked };
  }

  #isFull(): boolean {
    const { maxExchanges, maxBytes } = this.#options;
    return this.#bySeq.size > maxExchanges || (this.#bytes > maxBytes && this.#bySeq.size > 1);
  }

  #forgetFirst(): void {
    const exchange = this.#bySeq.get(this.#first)?.exchange;
    if (exchange !== undefined) {
      this.#bytes -= weightOf(exchange);
      if (this.#places.get(exchange.id) === this.#first) this.#places.delete(exchange.id);
    }
    this.#bySeq.delete(this.#first);
    this.#first += 1;
  }
}

/** The judgements of exchanges that have not come yet, of which the oldest go. */
export const keepLatest = (
  early: Map<string, ExchangeJudgement>,
  judgement: ExchangeJudgement,
  most: number = mostEarly,
): void => {
  early.set(judgement.exchangeId, judgement);
  const [oldest] = early.keys();
  if (early.size > most && oldest !== undefined) early.delete(oldest);
};

const hasTextIn = ({ exchange }: JournalRow, wanted: string | undefined): boolean => {
  if (wanted === undefined) return true;
  const { request, answer } = exchange;
  const texts = searchedColumns.map((name) => columns[name](exchange));
  return hasText(wanted, texts, [request.body, answer.kind === 'answered' ? answer.body : undefined]);
};
