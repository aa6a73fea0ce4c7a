import type { Database } from 'better-sqlite3';
import { type KeptChanges, type KeptRow, type OpenedKept, startsSeq } from './kept-table.ts';

/** Writes changes, which come as JSON, in the transaction of its caller. */
export const createKeptWriter = (database: Database): ((changes: string) => void) => {
  const put = preparePut(database);
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

const preparePut = (database: Database) =>
  database.prepare<[number, string, string]>('INSERT OR REPLACE INTO kept (seq, kind, entry) VALUES (?, ?, ?)');

/** Everything that is kept, for the one process that takeKeeping lets have it. */
export const readKept = (database: Database): OpenedKept => {
  const rows = database.prepare<[], KeptRow>(`${select} ORDER BY seq`).all().filter(isWhole);
  const starts = rows.find(({ seq }) => seq === startsSeq);
  const kept = rows.filter(({ seq }) => seq !== startsSeq);
  return {
    rows: kept,
    // Anew from 0 where nothing is kept.
    earlierStarts: kept.length === 0 ? 0 : Number(starts?.entry ?? 0) + 1,
  };
};

const select = 'SELECT seq, kind, entry FROM kept';

/** What of it can be read where the file is damaged: up to the damage, from either end. */
export const salvageKept = (database: Database): readonly KeptRow[] => {
  const found = new Map<number, KeptRow>();
  for (const order of ['ASC', 'DESC']) {
    try {
      const rows = database.prepare<[], KeptRow>(`${select} ORDER BY seq ${order}`);
      for (const row of rows.iterate()) found.set(row.seq, row);
    } catch {
      // The rest cannot be read from this end.
    }
  }
  return [...found.values()].filter(isWhole).toSorted((one, other) => one.seq - other.seq);
};

const isWhole = ({ kind, entry }: KeptRow): boolean => {
  try {
    return typeof kind === 'string' && typeof entry === 'string' && JSON.parse(entry) !== undefined;
  } catch {
    return false;
  }
};

/** Puts what was kept in another file in the place of what is kept in this one. */
export const carryKept = (database: Database, rows: readonly KeptRow[]): void => {
  const put = preparePut(database);
  const carry = database.transaction(() => {
    database.exec('DELETE FROM kept');
    for (const { seq, kind, entry } of rows) put.run(seq, kind, entry);
  });
  carry.immediate();
};
