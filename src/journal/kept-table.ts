import type { Database } from 'better-sqlite3';
import type { Kept, KeptKind, KeptStore } from './kept-store.ts';

/** A row of what is kept; its place says how old it is, and that it needs no index. */
export interface KeptRow {
  readonly seq: number;
  readonly kind: KeptKind | 'starts';
  /** JSON of a Kept; null forgets the row. */
  readonly entry: string | null;
}

/** What changed: a row, or nothing is kept any more. */
export type KeptChange = KeptRow | 'cleared';

/** Changes that are written together: no row twice. */
export interface KeptChanges {
  /** Whether everything that was kept goes first. */
  readonly cleared: boolean;
  readonly rows: readonly KeptRow[];
}

/** The place of how often a platform was opened on what is kept; it is never cleared. */
const startsSeq = 0;

/** The last change of each row; undefined where there is none. */
export const lastChanges = (changes: readonly KeptChange[]): KeptChanges | undefined => {
  if (changes.length === 0) return undefined;
  const clearedAt = changes.lastIndexOf('cleared');
  const rows = new Map<number, KeptRow>();
  for (const [index, change] of changes.entries()) {
    if (change === 'cleared') continue;
    if (index > clearedAt || change.seq === startsSeq) rows.set(change.seq, change);
  }
  return { cleared: clearedAt >= 0, rows: [...rows.values()] };
};

/** Writes changes, in the transaction of its caller. */
export const createKeptWriter = (database: Database): ((changes: KeptChanges) => void) => {
  const put = database.prepare<[number, string, string]>(
    'INSERT OR REPLACE INTO kept (seq, kind, entry) VALUES (?, ?, ?)',
  );
  const forget = database.prepare<[number]>('DELETE FROM kept WHERE seq = ?');
  const clear = database.prepare(`DELETE FROM kept WHERE seq <> ${startsSeq}`);
  return ({ cleared, rows }) => {
    if (cleared) clear.run();
    for (const { seq, kind, entry } of rows) {
      if (entry === null) forget.run(seq);
      else put.run(seq, kind, entry);
    }
  };
};

interface KeptTableOptions {
  /** Takes a change to the writer. */
  readonly change: (change: KeptChange) => void;
  /** What is kept as JSON. */
  readonly write: (kept: Kept) => string;
}

/** What is kept in the database, for the one process that takeKeeping lets have it. */
export const openKeptTable = (
  database: Database,
  { change, write }: KeptTableOptions,
): KeptStore => {
  const read = database.prepare<[string], { readonly seq: number; readonly entry: string }>(
    'SELECT seq, entry FROM kept WHERE kind = ? ORDER BY seq',
  );
  const places = new Map<string, number>();
  let last = lastPlace(database);
  const nameOf = (kind: KeptKind, key: string): string => `${kind} ${key}`;
  const put = (kind: KeptKind, key: string, value: unknown): void => {
    const name = nameOf(kind, key);
    const seq = places.get(name) ?? last + 1;
    last = Math.max(last, seq);
    places.set(name, seq);
    change({ seq, kind, entry: write({ key, value }) });
  };
  const forget = (kind: KeptKind, key: string): void => {
    const seq = places.get(nameOf(kind, key));
    if (seq === undefined) return;
    places.delete(nameOf(kind, key));
    change({ seq, kind, entry: null });
  };

  return {
    all: (kind) =>
      read.all(kind).map(({ seq, entry }) => {
        const kept = JSON.parse(entry) as Kept;
        places.set(nameOf(kind, kept.key), seq);
        return kept;
      }),
    keep: (kind, key, value) => (value === undefined ? forget(kind, key) : put(kind, key, value)),
    clear: () => {
      places.clear();
      change('cleared');
    },
    earlierStarts: countStart(database, change),
  };
};

const lastPlace = (database: Database): number =>
  Number(database.prepare('SELECT max(seq) FROM kept').pluck().get() ?? startsSeq);

/** How many starts there were on what is kept; counts this one. Begins anew where nothing is kept. */
const countStart = (database: Database, change: KeptTableOptions['change']): number => {
  if (lastPlace(database) <= startsSeq) return 0;
  const counted = database.prepare(`SELECT entry FROM kept WHERE seq = ${startsSeq}`).pluck().get();
  const starts = Number(counted ?? 0) + 1;
  change({ seq: startsSeq, kind: 'starts', entry: String(starts) });
  return starts;
};
