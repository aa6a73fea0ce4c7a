import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';

/** In the file's header: `wpjl`, a journal of ours and no other program's database. */
export const applicationId = 0x77_70_6a_6c;

/** Raised whenever the tables change. */
export const schemaVersion = 7;

/** What lies where a journal shall be. */
export type FoundFile =
  /** No file, an empty one, or a database without a table. */
  | { readonly kind: 'free' }
  | { readonly kind: 'journal'; readonly version: number }
  /** A file that is no database. */
  | { readonly kind: 'no-database' }
  /** The database of another program. */
  | { readonly kind: 'foreign' };

/**
 * What the file is, without a change to it: SQLite itself would take a file of a few bytes for an
 * empty database, and bring the log of another program into its database.
 */
export const identifyFile = (file: string): FoundFile => {
  if (isPipe(file)) return { kind: 'no-database' };
  const start = existsSync(file) ? firstBytes(file) : Buffer.alloc(0);
  if (start.length === 0) return { kind: 'free' };
  if (start.toString('latin1', 0, magic.length) !== magic) return { kind: 'no-database' };
  const byHeader = identifiedBy(headerOf(start));
  // Before its first checkpoint all of a database is in its log. A log beside one that has tables
  // may be left from another file that was here.
  if (byHeader.kind !== 'free' || !existsSync(`${file}-wal`)) return byHeader;
  return askSqlite(file) ?? byHeader;
};

/** To open one would take until somebody writes to it. */
const isPipe = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFIFO() === true;

/** What every SQLite file begins with. */
const magic = 'SQLite format 3\0';

const headerBytes = 108;

const firstBytes = (file: string): Buffer => {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(headerBytes);
    return bytes.subarray(0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
};

interface Header {
  readonly application: number;
  readonly version: number;
  readonly isEmpty: boolean;
}

/** The places of these fields: https://www.sqlite.org/fileformat2.html#the_database_header */
const headerOf = (start: Buffer): Header | undefined =>
  start.length < headerBytes
    ? undefined
    : {
        version: start.readUInt32BE(60),
        application: start.readUInt32BE(68),
        // The page of the schema follows the header: how many tables and indexes it lists.
        isEmpty: start.readUInt16BE(103) === 0,
      };

const identifiedBy = (header: Header | undefined): FoundFile => {
  if (header === undefined) return { kind: 'no-database' };
  const { application, version, isEmpty } = header;
  if (application === applicationId) return { kind: 'journal', version };
  return application === 0 && isEmpty ? { kind: 'free' } : { kind: 'foreign' };
};

/** Undefined where it cannot tell. */
const askSqlite = (file: string): FoundFile | undefined => {
  let database: SqliteDatabase.Database | undefined;
  try {
    database = new SqliteDatabase(file, { readonly: true, timeout: 0 });
    return identifiedBy({
      application: Number(database.pragma('application_id', { simple: true })),
      version: Number(database.pragma('user_version', { simple: true })),
      isEmpty: database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined,
    });
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
};
