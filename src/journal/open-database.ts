import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import SqliteDatabase from 'better-sqlite3';
import { WalletproofError } from '../contract/walletproof-error.ts';
import { applicationId, schema, schemaVersion } from './schema.ts';

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
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
    return new SqliteDatabase(file, { timeout: busyTimeoutMs });
  } catch (error) {
    throw explained(error, file);
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
  const version = numberOf(database, 'user_version');
  if (version === schemaVersion) return;
  throw new WalletproofError(
    'configuration',
    `${file} is a journal of version ${version}; this program reads version ${schemaVersion}.`,
    otherFile,
  );
};

const explained = (error: unknown, file: string): WalletproofError => {
  if (error instanceof WalletproofError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    const sentence = `${file} is no journal, or a damaged one: ${message}.`;
    return new WalletproofError('configuration', sentence, otherFile, { cause: error });
  }
  return new WalletproofError(
    'environment',
    `The journal ${file} cannot be opened: ${message}.`,
    'Check that the folder can be written to and that no other program locks the file, or name another with --journal.',
    { cause: error },
  );
};
