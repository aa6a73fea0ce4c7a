import type { Database } from 'better-sqlite3';
import type { Range } from './create-locator.ts';
import { createLocator } from './create-locator.ts';
import { createReader } from './create-reader.ts';
import type { ExchangeQuery } from './exchange-query.ts';
import type { JournalRow } from './journal-row.ts';
import { lookInto } from './look-into.ts';
import { planSearch } from './plan-search.ts';
import { chunkBits, chunkOf } from './schema.ts';

/** Rows in the order of the search, and what it did not come to. */
export interface Found {
  readonly rows: readonly JournalRow[];
  readonly left: Range;
  readonly backwards: boolean;
}

/** A search that can be left and gone on with between its slices, each of a few milliseconds. */
type Search = Generator<undefined, Found>;

/** So many rows a search for text reads at most. */
const mostRead = 200_000;

/** So many rows are read between two turns. */
const mostAtOnce = 128;

/** Reads exchanges by id, or by what they are about. */
export const createFinder = (database: Database) => {
  const { range, seqOf } = createLocator(database);
  const read = createReader(database);
  const present = (seq: number): readonly JournalRow[] => {
    const row = read(seq);
    return row === undefined ? [] : [row];
  };

  const rangeOf = ({ after, before, afterSeq, beforeSeq }: ExchangeQuery): Range => {
    const { first, last } = range();
    const afterId = after === undefined ? 0 : (seqOf(after) ?? 0);
    const beforeId = before === undefined ? last + 1 : (seqOf(before) ?? last + 1);
    return {
      first: Math.max(first, afterId + 1, (afterSeq ?? 0) + 1),
      last: Math.min(last, beforeId - 1, (beforeSeq ?? last + 1) - 1),
    };
  };

  return {
    range,
    row: (id: string): JournalRow | undefined => {
      const seq = seqOf(id);
      return seq === undefined ? undefined : read(seq);
    },
    search: function* search(query: ExchangeQuery): Search {
      const plan = planSearch(query);
      const { backwards } = plan;
      const look = lookInto(database, plan);
      const rows: JournalRow[] = [];
      let left = rangeOf(query);
      for (let count = 0; left.first <= left.last && count < mostRead; ) {
        const missing = Math.min(query.limit - rows.length, mostAtOnce);
        // Between two turns the journal may have been closed: the search ends with what it has.
        if (!(missing > 0) || !database.open) break;
        const seen = look(sliceOf(left, backwards), missing);
        rows.push(...seen.found.flatMap(present));
        left = leftOf(left, seen.to, backwards);
        count += seen.read;
        yield;
      }
      return { rows, left, backwards };
    },
  };
};

/** The near end of a range, as far as one chunk goes. */
const sliceOf = ({ first, last }: Range, backwards: boolean): Range => {
  const size = 2 ** chunkBits;
  return backwards
    ? { first: Math.max(first, chunkOf(last) * size), last }
    : { first, last: Math.min(last, chunkOf(first) * size + size - 1) };
};

const leftOf = ({ first, last }: Range, to: number, backwards: boolean): Range =>
  backwards ? { first, last: to - 1 } : { first: to + 1, last };
