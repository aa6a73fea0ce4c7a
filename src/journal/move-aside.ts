import { existsSync, renameSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { salvageKept } from './kept-rows.ts';
import type { KeptRow } from './kept-table.ts';

/** What SQLite keeps beside a database. */
const beside = ['', '-wal', '-shm'];

/** Moves a damaged file away with what belongs to it, and gives its new name. */
export const moveAside = (file: string, timeMs: number): string => {
  const stamp = new Date(timeMs).toISOString().replaceAll(/[:.]/g, '-');
  const name = freeName(`${file}.damaged-${stamp}`);
  for (const suffix of beside) {
    if (existsSync(file + suffix)) renameSync(file + suffix, name + suffix);
  }
  return name;
};

const freeName = (wanted: string, count = 1): string => {
  const name = count === 1 ? wanted : `${wanted}-${count}`;
  return existsSync(name) ? freeName(wanted, count + 1) : name;
};

/** What a damaged file still tells. */
export interface Salvaged {
  readonly kept: readonly KeptRow[];
  /** The place of its last exchange; 0 where it does not tell. */
  readonly last: number;
}

/** Reads what can be read of a file that was moved aside, and changes nothing in it. */
export const salvage = (file: string): Salvaged => {
  let database: SqliteDatabase.Database | undefined;
  try {
    database = new SqliteDatabase(file, { readonly: true, timeout: 0 });
    return { kept: salvageKept(database), last: lastPlace(database) };
  } catch {
    return { kept: [], last: 0 };
  } finally {
    database?.close();
  }
};

const lastPlace = (database: SqliteDatabase.Database): number => {
  const found = lastPlaces.map((sql) => {
    try {
      return Number(database.prepare(sql).pluck().get() ?? 0);
    } catch {
      return 0;
    }
  });
  return Math.max(...found);
};

/** Of this version, and of those that had a row an exchange. */
const lastPlaces = [
  'SELECT first + count - 1 FROM blocks ORDER BY first DESC LIMIT 1',
  ...['exchanges', 'earlier_exchanges'].map((table) => `SELECT seq FROM ${table} ORDER BY rowid DESC LIMIT 1`),
];
