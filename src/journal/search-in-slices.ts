import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExchangeQuery, JournalPage, JournalRow } from './journal.ts';

/** Both ends belong to it; empty where `first` is above `last`. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** What is searched: a file, or memory. */
export interface Searched {
  /** Whether it is still there: a search ends with what it has otherwise. */
  isOpen(): boolean;
  range(): Range;
  /** The place of the latest exchange of that id. */
  seqOf(id: string): number | undefined;
  row(seq: number): JournalRow | undefined;
  /** Prepares to look for what is asked, slice by slice. */
  prepare(query: ExchangeQuery): LookIn;
}

/** Looks from the near end of what is left, for a few milliseconds, until so many are found. */
export type LookIn = (left: Range, missing: number) => Look;

/** What a look has found, and how far it came. */
export interface Look {
  readonly found: readonly JournalRow[];
  /** The last place that was looked at. */
  readonly to: number;
  /** How many rows were read to look for text in them. */
  readonly read: number;
}

/** Rows in the order of the search, and what it did not come to. */
interface Found {
  readonly rows: readonly JournalRow[];
  readonly left: Range;
  readonly backwards: boolean;
}

/** A search that can be left and gone on with between its slices, each of a few milliseconds. */
type Search = Generator<undefined, Found>;

/** A page of a journal, with a turn for everybody else after each slice; rejects with the signal's reason. */
export const searchInSlices = async (
  searched: Searched,
  query: ExchangeQuery,
  signal?: AbortSignal,
): Promise<JournalPage> => {
  if (!searched.isOpen()) return { rows: [], more: false, searchedTo: 0 };
  const search = searchOf(searched, { ...query, limit: query.limit + 1 });
  for (;;) {
    signal?.throwIfAborted();
    const step = search.next();
    if (step.done === true) return pageOf(step.value, query.limit);
    await nextTurn();
  }
};

/** From the last place backwards, unless what comes after a place is wanted. */
export const isBackwards = ({ after, afterSeq }: ExchangeQuery): boolean =>
  after === undefined && afterSeq === undefined;

/** What is looked for in the text of rows; undefined where nothing is. */
export const wantedText = ({ text }: ExchangeQuery): string | undefined =>
  text === '' ? undefined : text?.toLowerCase();

/** Characters of text after which a look ends: a few milliseconds, however large the bodies are. */
export const mostCharacters = 512 * 1024;

/** So many rows a search for text reads at most. */
const mostRead = 200_000;

/** So many rows are read between two turns. */
const mostAtOnce = 128;

function* searchOf(searched: Searched, query: ExchangeQuery): Search {
  const backwards = isBackwards(query);
  const look = searched.prepare(query);
  const rows: JournalRow[] = [];
  let left = withinTime(searched, rangeOf(searched, query), query);
  for (let count = 0; left.first <= left.last && count < mostRead; ) {
    const missing = Math.min(query.limit - rows.length, mostAtOnce);
    // Between two turns the journal may have been closed: the search ends with what it has.
    if (!(missing > 0) || !searched.isOpen()) break;
    const seen = look(left, missing);
    rows.push(...seen.found);
    left = leftOf(left, seen.to, backwards);
    count += seen.read;
    yield;
  }
  return { rows, left, backwards };
}

const rangeOf = ({ range, seqOf }: Searched, { after, before, afterSeq, beforeSeq }: ExchangeQuery): Range => {
  const { first, last } = range();
  const afterId = after === undefined ? 0 : (seqOf(after) ?? 0);
  const beforeId = before === undefined ? last + 1 : (seqOf(before) ?? last + 1);
  return {
    first: Math.max(first, afterId + 1, (afterSeq ?? 0) + 1),
    last: Math.min(last, beforeId - 1, (beforeSeq ?? last + 1) - 1),
  };
};

/**
 * The places where exchanges of a time may be. They are recorded as they end, so that ends rise with
 * the places: half of what is left is left out with each row that is read. Whether one is of that
 * time is looked at afterwards.
 */
const withinTime = (searched: Searched, range: Range, { from, to }: ExchangeQuery): Range => ({
  first: from === undefined ? range.first : firstEnding(searched, range, from - slackMs),
  last: to === undefined ? range.last : firstEnding(searched, range, to + slackMs) - 1,
});

/** So long an exchange takes at most, and the computer's clock is set back. */
const slackMs = 120_000;

/** The first place of an exchange that ended then or later; behind the last where there is none. */
const firstEnding = ({ row }: Searched, range: Range, time: number): number => {
  let { first, last } = range;
  while (first <= last) {
    const middle = Math.floor((first + last) / 2);
    if (endOf(row(middle)) < time) first = middle + 1;
    else last = middle - 1;
  }
  return first;
};

const endOf = (row: JournalRow | undefined): number => {
  if (row === undefined) return Number.NEGATIVE_INFINITY;
  const { startedAt, shiftMs = 0, durationMs } = row.exchange;
  return startedAt - shiftMs + durationMs;
};

/** Rows are looked at, and indexed, in chunks. */
export const chunkSize = 2_048;
export const chunkOf = (seq: number): number => Math.floor(seq / chunkSize);
/** The first place of a chunk. */
export const startOf = (chunk: number): number => chunk * chunkSize;

/** The near end of a range, as far as one chunk goes. */
export const sliceOf = ({ first, last }: Range, backwards: boolean): Range =>
  backwards
    ? { first: Math.max(first, startOf(chunkOf(last))), last }
    : { first, last: Math.min(last, startOf(chunkOf(first) + 1) - 1) };

export const leftOf = ({ first, last }: Range, to: number, backwards: boolean): Range =>
  backwards ? { first, last: to - 1 } : { first: to + 1, last };

/** The page of a search for one row more than `limit`. */
const pageOf = ({ rows, left, backwards }: Found, limit: number): JournalPage => {
  const wanted = rows.slice(0, limit);
  const isCut = rows.length > limit;
  const endOfSearch = backwards ? left.last + 1 : left.first - 1;
  return {
    rows: backwards ? wanted.toReversed() : wanted,
    more: isCut || left.first <= left.last,
    searchedTo: isCut ? (wanted.at(-1)?.seq ?? endOfSearch) : endOfSearch,
  };
};
