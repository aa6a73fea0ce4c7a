import type { Database } from 'better-sqlite3';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Range } from './create-locator.ts';
import { createLocator } from './create-locator.ts';
import type { StoredRow } from './exchange-columns.ts';
import { readRow } from './exchange-columns.ts';
import type { ExchangeQuery, SearchPlan } from './plan-search.ts';
import { planSearch } from './plan-search.ts';
import { chunkBits, chunkOf } from './schema.ts';

/** An exchange at its place in the journal, and what was judged of it. */
export interface JournalRow {
  /** Counts on without gaps. */
  readonly seq: number;
  readonly exchange: Exchange;
  readonly judgement?: ExchangeJudgement;
}

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

/** What a look at a slice has found, and how far it came. */
interface Look {
  readonly found: readonly number[];
  /** The last place that was looked at. */
  readonly to: number;
  /** How many rows were read to look for text in them. */
  readonly read: number;
}

/** Characters of text after which a look ends: a few milliseconds, however large the bodies are. */
const mostCharacters = 512 * 1024;

type Value = string | number;

/** Looks for what is planned in one slice, which lies in one chunk, until so many are found. */
const lookInto = (
  database: Database,
  plan: SearchPlan,
): ((slice: Range, missing: number) => Look) => {
  const { sql, values, indexed, backwards, text } = plan;
  const statement = database.prepare<Value[], [number, string]>(sql).raw();
  const valuesIn = ({ first, last }: Range): Value[] =>
    indexed ? [first, last, ...values, chunkOf(first)] : [first, last, ...values];
  const farEnd = (slice: Range): number => (backwards ? slice.first : slice.last);

  if (text === undefined) {
    return (slice, missing) => {
      const found = statement.all(...valuesIn(slice), missing).map(([seq]) => seq);
      const to = found.length === missing ? (found.at(-1) ?? farEnd(slice)) : farEnd(slice);
      return { found, to, read: 0 };
    };
  }
  return (slice, missing) => {
    const found: number[] = [];
    let [characters, read] = [0, 0];
    for (const [seq, row] of statement.iterate(...valuesIn(slice), noLimit)) {
      if (row.toLowerCase().includes(text)) found.push(seq);
      characters += row.length;
      read += 1;
      if (found.length === missing || characters > mostCharacters) return { found, to: seq, read };
    }
    return { found, to: farEnd(slice), read };
  };
};

/** What SQLite takes for none. */
const noLimit = -1;

type JudgedRow = StoredRow & { readonly seq: number; readonly judgement: string | null };

/** Reads the exchange at a place of the journal, and what was judged of it. */
const createReader = (database: Database): ((seq: number) => JournalRow | undefined) => {
  const select = database.prepare<[number], JudgedRow>(`
    SELECT exchanges.*, bodies.body AS shared_body, judgements.judgement
    FROM exchanges
    LEFT JOIN bodies ON bodies.id = exchanges.answer_body_id
    LEFT JOIN judgements ON judgements.seq = exchanges.seq
    WHERE exchanges.seq = ?`);
  return (seq) => {
    const row = select.get(seq);
    return row === undefined ? undefined : withJudgement(row);
  };
};

const withJudgement = (row: JudgedRow): JournalRow => {
  const { seq, judgement } = row;
  const exchange = readRow(row);
  if (judgement === null) return { seq, exchange };
  return { seq, exchange, judgement: JSON.parse(judgement) as ExchangeJudgement };
};
