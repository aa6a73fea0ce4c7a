import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { ChunkIndex } from './chunk-index.ts';
import { createJudging } from './create-judging.ts';
import { createRange } from './create-range.ts';
import type { FileBounds } from './file-bounds.ts';
import { createKeptWriter } from './kept-rows.ts';
import { type JudgedKeys, packPieces, splitLines, unpackPieces } from './pack-batch.ts';
import { idOf, type RowKeys } from './row-text.ts';
import type { UnpackedBatch } from './unpack-batch.ts';

/** Answers from this size on are stored once and referred to. */
const sharedFromBytes = 512;

/** How many of the oldest go at once. */
const largestPruning = 500;

/** How often so many may go for one batch, where old exchanges are small and new ones are large. */
const mostPrunings = 40;

export interface WriterOptions extends Pick<FileBounds, 'maxExchanges' | 'mostPages'> {
  readonly index: ChunkIndex;
  /** The place of the latest exchange of an id. */
  readonly seqOf: (id: string) => number | undefined;
  /** As that of createRange. */
  readonly floor: number;
  /** Ids of exchanges that may come again, and are written already. */
  readonly written: ReadonlySet<string>;
}

/** Writes a batch in one database transaction, and removes the oldest beyond the bounds. */
export const createWriter = (
  database: Database,
  { maxExchanges, mostPages, floor, index, seqOf, written }: WriterOptions,
): ((batch: UnpackedBatch) => void) => {
  const range = createRange(database, floor);
  const prune = createPruning(database, index);
  const judging = createJudging(database, seqOf);
  const store = createStore(database, index);
  const keep = createKeptWriter(database);
  const pagesFor = createPageCount(database);
  const endOfFirst = database.prepare<[], number>(firstBlock).pluck();

  /** The oldest go before the newest come, so that the file does not grow first. */
  const makeRoom = (batch: UnpackedBatch): void => {
    for (let count = 0; count < mostPrunings && pagesFor(batch) > mostPages; count += 1) {
      const { first, last } = range();
      const few = Math.min(Math.ceil((last - first + 1) / 16), largestPruning);
      // The newest stays: the next place is counted from it.
      if (last <= first) return;
      prune(first, Math.min(last - 1, Math.max(first - 1 + few, endOfFirst.get() ?? 0)));
    }
  };
  const write = database.transaction((batch: UnpackedBatch) => {
    if (batch.kept !== undefined) keep(batch.kept);
    const keys = JSON.parse(batch.keys) as RowKeys[];
    const judged = JSON.parse(batch.judged) as JudgedKeys[];
    const judgements = judged.length === 0 ? [] : splitLines(batch.judgements);
    // A batch is written as a whole: where one of it is there, all are.
    const isThere = keys.some((each) => written.has(idOf(each)));
    const coming = isThere ? [] : keys;
    const beside = judging.beside({ keys: coming, judged, judgements });
    if (coming.length === 0) return;
    makeRoom(batch);
    const { first, last } = range();
    store(batch, { first: last + 1, keys, ...beside });
    prune(first, Math.min(last + keys.length - maxExchanges, first + largestPruning));
  });
  return (batch) => {
    try {
      write.immediate(batch);
    } catch (error) {
      index.forget();
      judging.takeBack();
      throw error;
    }
  };
};

const firstBlock = 'SELECT first + count - 1 FROM blocks ORDER BY first LIMIT 1';

/** How many pages the file needs, those included that a batch to come will take, about. */
const createPageCount = (database: Database): ((coming: UnpackedBatch) => number) => {
  const numberOf = (name: string): number => Number(database.pragma(name, { simple: true }));
  const pageSize = numberOf('page_size');
  return ({ keys, rest, bytes, judgements }) => {
    const size = keys.length + rest.length + bytes.length + judgements.length;
    return numberOf('page_count') - numberOf('freelist_count') + Math.ceil(size / pageSize);
  };
};

/** Removes what is up to a place, if `first` is not behind it; a block goes with the last one of it. */
const createPruning = (database: Database, index: ChunkIndex): ((first: number, lastToGo: number) => void) => {
  const mark = database.prepare<[number]>('UPDATE pruned SET seq = ?');
  const removals = [
    'DELETE FROM blocks WHERE first <= :last AND first + count - 1 <= :last',
    'DELETE FROM judgements WHERE seq <= :last',
    'DELETE FROM bodies WHERE last_seq <= :last',
  ].map((sql) => database.prepare<{ readonly last: number }>(sql));
  return (first, last) => {
    if (last < first) return;
    mark.run(last);
    for (const remove of removals) remove.run({ last });
    index.prune(last + 1);
  };
};

interface PlacedRows {
  readonly first: number;
  readonly keys: readonly RowKeys[];
  readonly verdicts: readonly (string | undefined)[];
  /** As `joinLines` makes them; null where there are none. */
  readonly judgements: string | null;
}

/** Stores the exchanges of a batch as a block. */
const createStore = (database: Database, index: ChunkIndex) => {
  const insert = database.prepare<[number, number, string, Uint8Array, string | null, string | null, string]>(
    `INSERT INTO blocks (first, count, keys, bytes, shared, judgements, rest)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const share = createSharing(database);
  return (batch: UnpackedBatch, { judgements, ...rows }: PlacedRows): void => {
    const { first, keys } = rows;
    const { bytes, shared } = share(batch, first - 1 + keys.length);
    insert.run(first, keys.length, batch.keys, bytes, shared, judgements, batch.rest);
    index.add(rows);
  };
};

/**
 * Stores a large body, or the end that many bodies share, once. The ids are kept for one batch only, since another process on the
 * same file may remove the body in between; the hashes for as long as the bytes live.
 */
const createSharing = (database: Database) => {
  const store = database.prepare<[Buffer, Uint8Array, number], { id: number }>(
    `INSERT INTO bodies (hash, body, last_seq) VALUES (?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET last_seq = max(last_seq, excluded.last_seq) RETURNING id`,
  );
  const hashes = new WeakMap<Uint8Array, string>();
  const hashOf = (body: Uint8Array): string => {
    const digest = hashes.get(body) ?? hash('sha256', body, 'hex');
    hashes.set(body, digest);
    return digest;
  };

  return (batch: UnpackedBatch, lastUse: number): SharedBodies => {
    const isLarge = (index: number): boolean =>
      batch.ends?.[index] === undefined && answerSize(batch, index) >= sharedFromBytes;
    const large = numbersUpTo(batch.count).filter(isLarge);
    if (batch.ends === undefined && large.length === 0) return { bytes: batch.bytes, shared: null };
    const ids = new Map<string, number | null>();
    const idOf = (body: Uint8Array): number | null => {
      const digest = hashOf(body);
      const known = ids.get(digest);
      if (known !== undefined) return known;
      const id = store.get(Buffer.from(digest, 'hex'), body, lastUse)?.id ?? null;
      ids.set(digest, id);
      return id;
    };
    const shared = numbersUpTo(batch.count).map((index) => {
      const end = batch.ends?.[index];
      return end === undefined ? null : idOf(end);
    });
    if (large.length === 0) return { bytes: batch.bytes, shared: JSON.stringify(shared) };
    const pieces = unpackPieces(batch.bytes, 2 * batch.count);
    for (const index of large) {
      shared[index] = idOf(pieces[2 * index + 1] ?? none);
      pieces[2 * index + 1] = none;
    }
    return { bytes: packPieces(pieces), shared: JSON.stringify(shared) };
  };
};

/** The bodies of a block as they are stored. */
interface SharedBodies {
  readonly bytes: Uint8Array;
  /** JSON; null where none is stored once for many. */
  readonly shared: string | null;
}

const none = new Uint8Array();

const numbersUpTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const answerSize = ({ bytes }: UnpackedBatch, index: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(8 * index + 4, true);
