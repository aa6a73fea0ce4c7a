import type { ExchangeJudgement } from '../formats/judgement.ts';
import { type Answer, type Exchange, wholeBody } from '../spec/exchange.ts';
import { weightOf } from './batch-weight.ts';
import type { ExchangeQuery, Journal, JournalRow } from './journal.ts';
import { keepsNothing } from './kept-store.ts';
import { matchesQuery, textOf } from './match-row.ts';
import {
  isBackwards,
  type LookIn,
  mostCharacters,
  type Range,
  type Searched,
  searchInSlices,
  sliceOf,
  wantedText,
} from './search-in-slices.ts';

export interface MemoryOptions {
  /** The oldest exchanges beyond this many are removed. */
  readonly maxExchanges: number;
  /** So are those beyond this many bytes. */
  readonly maxBytes: number;
  /** The place of the last exchange before the first one here; 0 when absent. */
  readonly floor?: number;
}

/** A journal that ends with its process, and needs no database. */
export const openMemoryJournal = (options: MemoryOptions): Journal => {
  const rows = createRows(options);
  let isOpen = true;
  let lost = 0;
  const whenOpen = (take: () => void): void => {
    if (isOpen) take();
    else lost += 1;
  };
  const searched: Searched = {
    ...rows,
    isOpen: () => isOpen,
    prepare: (query) => lookThrough(rows, query),
  };
  return {
    record: (exchange) => whenOpen(() => rows.add(exchange)),
    judge: (judgement) => whenOpen(() => rows.judge(judgement)),
    kept: keepsNothing,
    row: async (id) => {
      const seq = isOpen ? rows.seqOf(id) : undefined;
      return seq === undefined ? undefined : rows.row(seq);
    },
    rows: async (query, signal) => await searchInSlices(searched, query, signal),
    bounds: () => {
      const { first, last } = rows.range();
      return { firstSeq: first, lastSeq: last };
    },
    count: () => {
      const { first, last } = rows.range();
      return last - first + 1;
    },
    state: () => ({ kind: 'memory', lost, degraded: [] }),
    room: () => undefined,
    flush: async () => undefined,
    close: async () => {
      isOpen = false;
    },
  };
};

/** So many judgements are kept for exchanges that have not come yet, or never will. */
const mostWaiting = 1_000;

/** The exchanges by their places, the oldest of which go. */
const createRows = ({ maxExchanges, maxBytes, floor = 0 }: MemoryOptions) => {
  const bySeq = new Map<number, JournalRow>();
  const places = new Map<string, number>();
  const waiting = new Map<string, ExchangeJudgement>();
  let [first, last, bytes] = [floor + 1, floor, 0];
  const forgetFirst = (): void => {
    const exchange = bySeq.get(first)?.exchange;
    if (exchange !== undefined) {
      bytes -= weightOf(exchange);
      if (places.get(exchange.id) === first) places.delete(exchange.id);
    }
    bySeq.delete(first);
    first += 1;
  };
  const isFull = (): boolean => bySeq.size > maxExchanges || (bytes > maxBytes && bySeq.size > 1);
  const wait = (judgement: ExchangeJudgement): void => {
    waiting.set(judgement.exchangeId, judgement);
    const [oldest] = waiting.keys();
    if (waiting.size > mostWaiting && oldest !== undefined) waiting.delete(oldest);
  };

  return {
    range: (): Range => ({ first, last }),
    seqOf: (id: string): number | undefined => places.get(id),
    /** As it was recorded. */
    recorded: (seq: number): JournalRow | undefined => bySeq.get(seq),
    row: (seq: number): JournalRow | undefined => {
      const row = bySeq.get(seq);
      return row === undefined ? undefined : { ...row, exchange: asWritten(row.exchange) };
    },
    add: (exchange: Exchange): void => {
      last += 1;
      const judgement = waiting.get(exchange.id);
      waiting.delete(exchange.id);
      const row = { seq: last, exchange };
      bySeq.set(last, judgement === undefined ? row : { ...row, judgement });
      places.set(exchange.id, last);
      bytes += weightOf(exchange);
      while (isFull()) forgetFirst();
    },
    judge: (judgement: ExchangeJudgement): void => {
      const seq = places.get(judgement.exchangeId);
      const row = seq === undefined ? undefined : bySeq.get(seq);
      if (row === undefined) wait(judgement);
      else bySeq.set(row.seq, { ...row, judgement });
    },
  };
};

/** As a file gives it back: without what is only of use while it is judged, and the body in one piece. */
const asWritten = ({ timing: _, earlier: __, ...exchange }: Exchange): Exchange => {
  const written = { ...exchange, answer: withWholeBody(exchange.answer) };
  const given = Object.entries(written).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as unknown as Exchange;
};

const withWholeBody = (answer: Answer): Answer => {
  if (answer.kind === 'failed') {
    return { kind: 'failed', failure: answer.failure, message: answer.message };
  }
  const { kind, status, headers } = answer;
  return { kind, status, headers, body: wholeBody(answer) };
};

/** Looks at the rows of a slice, one after another. */
const lookThrough = ({ recorded, row: rowAt }: Rows, query: ExchangeQuery): LookIn => {
  const text = wantedText(query);
  const backwards = isBackwards(query);
  const farEnd = ({ first, last }: Range): number => (backwards ? first : last);
  return (left, missing) => {
    const slice = sliceOf(left, backwards);
    const found: JournalRow[] = [];
    let [characters, read] = [0, 0];
    const isEnough = (): boolean => found.length === missing || characters > mostCharacters;
    for (const row of matching(slice, query, recorded)) {
      const seen = lookForText(row, text);
      if (seen.isFound) found.push(rowAt(row.seq) ?? row);
      characters += seen.characters;
      read += seen.read;
      if (isEnough()) return { found, to: row.seq, read };
    }
    return { found, to: farEnd(slice), read };
  };
};

type Rows = ReturnType<typeof createRows>;

const lookForText = (row: JournalRow, wanted: string | undefined) => {
  if (wanted === undefined) return { isFound: true, characters: 0, read: 0 };
  const text = textOf(row.exchange);
  return { isFound: text.toLowerCase().includes(wanted), characters: text.length, read: 1 };
};

/** The rows that are what is asked for, but for their text. */
function* matching(
  slice: Range,
  query: ExchangeQuery,
  rowAt: (seq: number) => JournalRow | undefined,
): Generator<JournalRow> {
  for (const seq of placesOf(slice, query)) {
    const row = rowAt(seq);
    if (row !== undefined && matchesQuery(row, query)) yield row;
  }
}

function* placesOf({ first, last }: Range, query: ExchangeQuery): Generator<number> {
  if (isBackwards(query)) for (let seq = last; seq >= first; seq -= 1) yield seq;
  else for (let seq = first; seq <= last; seq += 1) yield seq;
}
