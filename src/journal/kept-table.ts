import type { Database } from 'better-sqlite3';
import type { Kept, KeptKind, KeptStore } from './kept-store.ts';

/** What changed in what is kept: no row twice. */
interface KeptChanges {
  /** Whether everything that was kept goes first. */
  readonly cleared: boolean;
  readonly rows: readonly Row[];
}

/** The place of a row says how old it is, and that it needs no index; null forgets it. */
type Row = readonly [seq: number, kind: KeptKind | 'starts', entry: Kept | number | null];

/** The place of how often a platform was opened on what is kept; it is never cleared. */
const startsSeq = 0;

/** Writes changes, which come as JSON, in the transaction of its caller. */
export const createKeptWriter = (database: Database): ((changes: string) => void) => {
  const put = database.prepare<[number, string, string]>(
    'INSERT OR REPLACE INTO kept (seq, kind, entry) VALUES (?, ?, ?)',
  );
  const forget = database.prepare<[number]>('DELETE FROM kept WHERE seq = ?');
  const clear = database.prepare(`DELETE FROM kept WHERE seq <> ${startsSeq}`);
  return (changes) => {
    const { cleared, rows } = JSON.parse(changes) as KeptChanges;
    if (cleared) clear.run();
    for (const [seq, kind, entry] of rows) {
      if (entry === null) forget.run(seq);
      else put.run(seq, kind, JSON.stringify(entry));
    }
  };
};

/** What is kept, and what of it waits to be written. */
export interface KeptTable extends KeptStore {
  /** What waits, as JSON for the writer; undefined when nothing does. */
  take(): string | undefined;
}

interface KeptTableOptions {
  /** Told when something begins to wait. */
  readonly onWaiting: () => void;
  /** What is kept as JSON; called once for all that waits. */
  readonly write: (value: unknown) => string;
}

/** What is kept in the database, for the one process that takeKeeping lets have it. */
export const openKeptTable = (
  database: Database,
  { onWaiting, write }: KeptTableOptions,
): KeptTable => {
  const waiting = createWaiting(onWaiting);
  const places = new Map<string, number>();
  let last = lastPlace(database);
  const nameOf = (kind: KeptKind, key: string): string => `${kind} ${key}`;
  const put = (kind: KeptKind, key: string, value: unknown): void => {
    const name = nameOf(kind, key);
    const seq = places.get(name) ?? last + 1;
    last = Math.max(last, seq);
    places.set(name, seq);
    waiting.add([seq, kind, { key, value }]);
  };
  const forget = (kind: KeptKind, key: string): void => {
    const seq = places.get(nameOf(kind, key));
    if (seq === undefined) return;
    places.delete(nameOf(kind, key));
    waiting.add([seq, kind, null]);
  };
  const earlierStarts = countStarts(database);
  if (earlierStarts > 0) waiting.add([startsSeq, 'starts', earlierStarts]);

  return {
    all: (kind) =>
      readRows(database, kind).map(({ seq, entry }) => {
        const kept = JSON.parse(entry) as Kept;
        places.set(nameOf(kind, kept.key), seq);
        return kept;
      }),
    keep: (kind, key, value) => (value === undefined ? forget(kind, key) : put(kind, key, value)),
    clear: () => {
      places.clear();
      waiting.clear();
    },
    earlierStarts,
    take: () => {
      const changes = waiting.take();
      return changes === undefined ? undefined : write(changes);
    },
  };
};

/** Gathers changes until they are taken; of several to a row the last one. */
const createWaiting = (onWaiting: () => void) => {
  const rows = new Map<number, Row>();
  let cleared = false;
  const isEmpty = (): boolean => rows.size === 0 && !cleared;
  return {
    add: (row: Row): void => {
      if (isEmpty()) onWaiting();
      rows.set(row[0], row);
    },
    clear: (): void => {
      if (isEmpty()) onWaiting();
      for (const seq of [...rows.keys()]) if (seq !== startsSeq) rows.delete(seq);
      cleared = true;
    },
    take: (): KeptChanges | undefined => {
      if (isEmpty()) return undefined;
      const changes = { cleared, rows: [...rows.values()] };
      rows.clear();
      cleared = false;
      return changes;
    },
  };
};

const readRows = (database: Database, kind: KeptKind) =>
  database
    .prepare<[string], { readonly seq: number; readonly entry: string }>(
      'SELECT seq, entry FROM kept WHERE kind = ? ORDER BY seq',
    )
    .all(kind);

const lastPlace = (database: Database): number =>
  Number(database.prepare('SELECT max(seq) FROM kept').pluck().get() ?? startsSeq);

/** How many starts there were on what is kept; anew from 0 where nothing is. */
const countStarts = (database: Database): number => {
  if (lastPlace(database) === startsSeq) return 0;
  const known = database.prepare(`SELECT entry FROM kept WHERE seq = ${startsSeq}`).pluck().get();
  return Number(known ?? 0) + 1;
};
