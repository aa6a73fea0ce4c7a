import type { Database } from 'better-sqlite3';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import { type Condition, columnCount, encodeRow } from './chunk-codes.ts';
import { type ChunkFilter, filterOf, mayHold } from './chunk-filter.ts';
import type { RowKeys } from './row-text.ts';
import { chunkOf, chunkSize, startOf } from './search-in-slices.ts';

/** Rows as they are indexed; the verdicts that came with them. */
export interface IndexedRows {
  readonly first: number;
  readonly keys: readonly RowKeys[];
  readonly verdicts: readonly (string | undefined)[];
}

/**
 * Where exchanges may be, by what they are about. Chunks of 2,048 have a column of 32-bit codes for
 * each thing that is asked for, written once when the chunk is full: an index of SQLite's for each
 * cost 13 µs an exchange. The columns of the last chunk are in memory, and made from its rows where
 * another process, or one before, wrote them.
 */
export interface ChunkIndex {
  /** Reads what is in the last chunk already: the first batch is not to wait for it. */
  prepare(last: number): void;
  /** Takes rows in, behind those that are there, and writes the columns of chunks that are full. */
  add(rows: IndexedRows): void;
  /** What was taken in may not be written. */
  forget(): void;
  /** Whether a chunk has nothing of what is wanted, for sure; `last` is the last place of all. */
  lacks(chunk: number, conditions: readonly Condition[], last: number): boolean;
  /** The columns of a chunk. */
  columnsOf(chunk: number, last: number): ChunkColumns;
  /** Removes what is before the chunk of that place. */
  prune(first: number): void;
}

/** Column after column, each read when it is asked for. */
export type ChunkColumns = (column: number) => Uint32Array;

/** The last chunk, as far as it is known. */
interface OpenChunk {
  readonly chunk: number;
  readonly columns: readonly Uint32Array[];
  /** The last place that is in it. */
  last: number;
}

export const createChunkIndex = (database: Database): ChunkIndex => {
  const indexing: Indexing = {
    stored: prepareStored(database),
    readRows: prepareRows(database),
    ...{ open: undefined, prunedTo: 0 },
  };
  const filters = createFilters(database);
  return {
    prepare: (last) => {
      openUpTo(indexing, last);
    },
    add: (rows) => add(indexing, rows),
    forget: () => {
      [indexing.open, indexing.prunedTo] = [undefined, 0];
    },
    lacks: (chunk, conditions, last) => {
      if (chunk === chunkOf(last)) return false;
      return conditions.some(
        (condition) =>
          condition.kind === 'is' &&
          !mayHoldOneOf(condition, (column) =>
            filters.of(chunk, column, () => columnsOf(indexing, chunk, last)(column)),
          ),
      );
    },
    columnsOf: (chunk, last) => columnsOf(indexing, chunk, last),
    prune: (first) => {
      const chunk = chunkOf(first);
      if (chunk === indexing.prunedTo) return;
      indexing.prunedTo = chunk;
      indexing.stored.prune(chunk);
      filters.prune(chunk);
    },
  };
};

interface Indexing {
  readonly stored: ReturnType<typeof prepareStored>;
  readonly readRows: ReturnType<typeof prepareRows>;
  open: OpenChunk | undefined;
  prunedTo: number;
}

const mayHoldOneOf = ({ column, from, to }: Condition, filterAt: (column: number) => ChunkFilter): boolean => {
  const filter = filterAt(column);
  for (let code = from; code <= to; code += 1) if (mayHold(filter, code)) return true;
  return false;
};

const add = (indexing: Indexing, rows: IndexedRows): void => {
  const { first, keys } = rows;
  if (keys.length === 0) return;
  const isStart = first === startOf(chunkOf(first));
  let into = isStart ? emptyChunk(chunkOf(first)) : openUpTo(indexing, first - 1);
  for (let seq = first; seq < first + keys.length; seq = startOf(chunkOf(seq) + 1)) {
    if (into.chunk !== chunkOf(seq)) into = emptyChunk(chunkOf(seq));
    fill(rows, into, seq);
    if (into.last === startOf(into.chunk + 1) - 1) indexing.stored.put(into.chunk, into.columns);
  }
  indexing.open = into;
};

/** Takes rows in, from that place on, as far as they are of this chunk. */
const fill = (rows: IndexedRows, into: OpenChunk, from: number): void => {
  const begin = Math.max(from, startOf(into.chunk), rows.first);
  const end = Math.min(startOf(into.chunk + 1), rows.first + rows.keys.length);
  for (let seq = begin; seq < end; seq += 1) {
    const at = seq - rows.first;
    encodeRow(into.columns, seq % chunkSize, {
      keys: rows.keys[at] ?? [],
      verdict: rows.verdicts[at],
    });
    into.last = seq;
  }
};

/** The chunk of that place, up to it. */
const openUpTo = (indexing: Indexing, last: number): OpenChunk => {
  const chunk = chunkOf(last);
  const open = indexing.open?.chunk === chunk ? indexing.open : emptyChunk(chunk);
  indexing.open = open;
  if (open.last < last) {
    for (const rows of indexing.readRows(open.last + 1, last)) fill(rows, open, open.last + 1);
  }
  return open;
};

const columnsOf = (indexing: Indexing, chunk: number, last: number): ChunkColumns => {
  if (chunk === chunkOf(last)) {
    const { columns } = openUpTo(indexing, last);
    return (column) => columns[column] ?? empty;
  }
  let made: OpenChunk | undefined;
  return (column) => {
    const found = made === undefined ? indexing.stored.get(chunk, column) : undefined;
    if (found !== undefined) return found;
    made ??= madeFromRows(indexing, chunk);
    return made.columns[column] ?? empty;
  };
};

const madeFromRows = ({ readRows }: Indexing, chunk: number): OpenChunk => {
  const made = emptyChunk(chunk);
  for (const rows of readRows(startOf(chunk), startOf(chunk + 1) - 1)) {
    fill(rows, made, startOf(chunk));
  }
  return made;
};

const empty = new Uint32Array(chunkSize);

const emptyChunk = (chunk: number): OpenChunk => ({
  chunk,
  columns: Array.from({ length: columnCount }, () => new Uint32Array(chunkSize)),
  last: startOf(chunk) - 1,
});

interface RowsOfBlock {
  readonly first: number;
  readonly keys: string;
  readonly judgements: string | null;
}

/** Reads the blocks that have places of a range. */
const prepareRows = (database: Database) => {
  const select = database.prepare<[number, number, number], RowsOfBlock>(
    `SELECT first, keys, judgements FROM blocks
     WHERE first >= coalesce((SELECT max(first) FROM blocks WHERE first <= ?), ?) AND first <= ?
     ORDER BY first`,
  );
  return (first: number, last: number): readonly IndexedRows[] =>
    select.all(first, first, last).map((block) => {
      const judgements = JSON.parse(block.judgements ?? '[]') as (ExchangeJudgement | null)[];
      return {
        first: block.first,
        keys: JSON.parse(block.keys) as RowKeys[],
        verdicts: judgements.map((judgement) => judgement?.verdict),
      };
    });
};

/** The columns of full chunks in the file; numbers as the memory of every processor that Node runs on has them. */
const prepareStored = (database: Database) => {
  const select = database.prepare<[number], Uint8Array>('SELECT codes FROM chunk_columns WHERE place = ?').pluck();
  const insert = database.prepare<[number, Uint8Array]>(
    'INSERT OR REPLACE INTO chunk_columns (place, codes) VALUES (?, ?)',
  );
  const insertFilter = database.prepare<[number, Uint8Array]>(
    'INSERT OR REPLACE INTO chunk_filters (place, bits) VALUES (?, ?)',
  );
  const removals = ['chunk_columns', 'chunk_filters'].map((table) =>
    database.prepare<[number, number]>(`DELETE FROM ${table} WHERE place >= ? AND place < ?`),
  );
  return {
    get: (chunk: number, column: number): Uint32Array | undefined => {
      const bytes = select.get(placeOf(chunk, column));
      return bytes === undefined ? undefined : numbersOf(bytes);
    },
    put: (chunk: number, columns: readonly Uint32Array[]): void => {
      for (const [column, codes] of columns.entries()) {
        insert.run(placeOf(chunk, column), new Uint8Array(codes.buffer));
        insertFilter.run(placeOf(chunk, column), new Uint8Array(filterOf(codes).buffer));
      }
    },
    prune: (chunk: number): void => {
      for (let column = 0; column < columnCount; column += 1) {
        for (const each of removals) each.run(placeOf(0, column), placeOf(chunk, column));
      }
    },
  };
};

/** What is asked together stands together: all chunks of a column. */
const chunksAColumn = 2 ** 40;
const placeOf = (chunk: number, column: number): number => column * chunksAColumn + chunk;

const numbersOf = (bytes: Uint8Array): Uint32Array => {
  const numbers = new Uint32Array(bytes.length / 4);
  new Uint8Array(numbers.buffer).set(bytes);
  return numbers;
};

type Filters = Map<number, ChunkFilter>;

/** The filters of full chunks, which never change; those of a column are read when it is first asked for. */
const createFilters = (database: Database) => {
  const select = database
    .prepare<[number, number], [number, Uint8Array]>(
      'SELECT place, bits FROM chunk_filters WHERE place >= ? AND place < ?',
    )
    .raw();
  const columns = new Map<number, Filters>();
  const read = (column: number): Filters => {
    const start = placeOf(0, column);
    const found = select.all(start, placeOf(0, column + 1));
    return new Map(found.map(([place, bits]) => [place - start, numbersOf(bits)]));
  };
  return {
    of: (chunk: number, column: number, codes: () => Uint32Array): ChunkFilter => {
      const filters = columns.get(column) ?? read(column);
      columns.set(column, filters);
      // A chunk that became full since.
      const filter = filters.get(chunk) ?? filterOf(codes());
      filters.set(chunk, filter);
      return filter;
    },
    prune: (chunk: number): void => {
      for (const filters of columns.values()) {
        for (const old of filters.keys()) if (old < chunk) filters.delete(old);
      }
    },
  };
};
