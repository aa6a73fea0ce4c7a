import { closeSync, existsSync, mkdirSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import SqliteDatabase from 'better-sqlite3';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { applicationId, schema, schemaVersion, upgrades } from './schema.ts';

/** Another process writes for a few milliseconds at a time; longer than this is a stuck one. */
const busyTimeoutMs = 250;
const otherFile = 'Name another file with --journal, or remove this one.';

/**
 * The database of a journal: created with its folders where there is none.
 * Several processes may share the file. A WalletproofError where it cannot be used.
 */
export const openDatabase = (file: string): Database => {
  const database = connect(file);
  try {
    prepare(database, file);
    return database;
  } catch (error) {
    database.close();
    throw explained(error, file);
  }
};

const connect = (file: string): Database => {
  try {
    if (file !== ':memory:') makeRoom(file);
    return new SqliteDatabase(file, { timeout: busyTimeoutMs });
  } catch (error) {
    throw explained(error, file);
  }
};

/** SQLite would take a file of a few bytes for an empty database, and write over it. */
const makeRoom = (file: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  const [start] = existsSync(file) ? firstBytes(file, magic.length) : [];
  if (start === undefined || start === magic) return;
  throw new WalletproofError('configuration', `${file} is not a journal.`, otherFile);
};

/** What every SQLite file begins with. */
const magic = 'SQLite format 3\0';

/** None where the file is empty. */
const firstBytes = (file: string, count: number): string[] => {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(count);
    const length = readSync(descriptor, bytes);
    return length === 0 ? [] : [bytes.toString('latin1', 0, length)];
  } finally {
    closeSync(descriptor);
  }
};

const prepare = (database: Database, file: string): void => {
  if (isEmpty(database)) create(database);
  else check(database, file);
  // NORMAL: a killed process loses nothing that was committed; only a power cut can.
  database.pragma('synchronous = NORMAL');
};

const numberOf = (database: Database, name: string): number =>
  Number(database.pragma(name, { simple: true }));

const isEmpty = (database: Database): boolean =>
  database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;

const create = (database: Database): void => {
  database.pragma('journal_mode = WAL');
  const createOnce = database.transaction(() => {
    if (!isEmpty(database)) return;
    database.exec(schema);
    database.pragma(`application_id = ${applicationId}`);
    database.pragma(`user_version = ${schemaVersion}`);
  });
  createOnce.immediate();
};

const check = (database: Database, file: string): void => {
  if (numberOf(database, 'application_id') !== applicationId) {
    throw new WalletproofError(
      'configuration',
      `${file} is a database of another program, not a journal.`,
      otherFile,
    );
  }
  upgrade(database);
  const version = numberOf(database, 'user_version');
  if (version === schemaVersion) return;
  throw new WalletproofError(
    'configuration',
    `${file} is a journal of version ${version}; this program reads version ${schemaVersion}.`,
    otherFile,
  );
};

/** Brings a journal of an earlier version up to this one; leaves any other as it is. */
const upgrade = (database: Database): void => {
  if (upgrades[numberOf(database, 'user_version')] === undefined) return;
  const step = database.transaction(() => {
    const version = numberOf(database, 'user_version');
    // Another process may have done it meanwhile.
    const change = upgrades[version];
    if (change === undefined) return;
    database.exec(change);
    database.pragma(`user_version = ${version + 1}`);
  });
  step.immediate();
  upgrade(database);
};

const explained = (error: unknown, file: string): WalletproofError => {
  if (error instanceof WalletproofError) return error;
  const { code, message } = Object(error) as {
    readonly code?: unknown;
    readonly message?: unknown;
  };
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(String(code))) {
    const sentence = `${file} is a damaged journal, or none: ${message}.`;
    return new WalletproofError('configuration', sentence, otherFile, { cause: error });
  }
  return new WalletproofError(
    'environment',
    `The journal ${file} cannot be opened: ${message}.`,
    'Check that the folder can be written to and that no other program locks the file, or name another with --journal.',
    { cause: error },
  );
};
