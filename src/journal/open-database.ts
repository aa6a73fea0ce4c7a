import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { carryRows } from './carry-rows.ts';
import { type FileBounds, pageSize } from './file-bounds.ts';
import { identifyFile } from './identify-file.ts';
import { applicationId, schema, schemaVersion, upgrades } from './schema.ts';
import { causeText, isDamage } from './sqlite-errors.ts';

/** Another process writes for a few milliseconds at a time; reads do not wait for longer. */
const busyTimeoutMs = 50;
/** While it is opened nobody else is held up. */
const openingTimeoutMs = 1_000;
const otherFile = 'Name another file with --journal, or remove this one.';

/** The file is ours, and cannot be read as it is. */
export class DamagedJournal extends Error {}

/**
 * The database of a journal: created with its folders where there is none.
 * Several processes may share the file. A WalletproofError where it cannot be used, a
 * DamagedJournal where it can be used no longer.
 */
export const openDatabase = (file: string, { mostLogPages }: Pick<FileBounds, 'mostLogPages'>): Database => {
  const state = stateOf(file);
  const database = connect(file);
  try {
    if (state === 'free') create(database);
    demandOwn(database, file);
    database.pragma(`wal_autocheckpoint = ${mostLogPages}`);
    upgrade(database);
    carryRows(database);
    examine(database);
    // NORMAL: a killed process loses nothing that was committed; only a power cut can.
    database.pragma('synchronous = NORMAL');
    database.pragma(`journal_size_limit = ${mostLogPages * pageSize}`);
    database.pragma(`busy_timeout = ${busyTimeoutMs}`);
    return database;
  } catch (error) {
    database.close();
    if (state === 'journal' && isDamage(error)) throw new DamagedJournal(causeText(error));
    throw explained(error, file);
  }
};

/** Node's own way to create folders within folders never ends where nobody may create one, as in /proc. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have been quicker.
    if (!existsSync(folder)) throw error;
  }
};

const stateOf = (file: string): 'free' | 'journal' => {
  try {
    makeFolder(dirname(file));
    return usable(file);
  } catch (error) {
    throw explained(error, file);
  }
};

const usable = (file: string): 'free' | 'journal' => {
  const found = identifyFile(file);
  if (found.kind === 'free') return 'free';
  if (found.kind === 'journal' && found.version >= 1 && found.version <= schemaVersion) {
    return 'journal';
  }
  const sentences = {
    'no-database': `${file} is not a journal.`,
    foreign: foreign(file),
    journal: `${file} is a journal of version ${'version' in found ? found.version : 0}; this program reads version ${schemaVersion}.`,
  };
  throw new WalletproofError('configuration', sentences[found.kind], otherFile);
};

const foreign = (file: string): string => `${file} is a database of another program, not a journal.`;

/** Another process may have created it a moment before. */
const demandOwn = (database: Database, file: string): void => {
  if (Number(database.pragma('application_id', { simple: true })) === applicationId) return;
  throw new WalletproofError('configuration', foreign(file), otherFile);
};

const connect = (file: string): Database => {
  try {
    return new SqliteDatabase(file, { timeout: openingTimeoutMs });
  } catch (error) {
    throw explained(error, file);
  }
};

const isEmpty = (database: Database): boolean =>
  database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;

const create = (database: Database): void => {
  if (!isEmpty(database)) return;
  database.pragma(`page_size = ${pageSize}`);
  database.pragma('journal_mode = WAL');
  const createOnce = database.transaction(() => {
    if (!isEmpty(database)) return;
    database.exec(schema);
    database.pragma(`application_id = ${applicationId}`);
    database.pragma(`user_version = ${schemaVersion}`);
  });
  createOnce.immediate();
  // The file itself says from now on what it is, whatever becomes of its log.
  database.pragma('synchronous = OFF');
  database.pragma('wal_checkpoint(PASSIVE)');
};

/** Brings a journal of an earlier version up to this one. */
const upgrade = (database: Database): void => {
  const versionOf = (): number => Number(database.pragma('user_version', { simple: true }));
  if (upgrades[versionOf()] === undefined) return;
  const step = database.transaction(() => {
    const version = versionOf();
    // Another process may have done it meanwhile.
    const change = upgrades[version];
    if (change === undefined) return;
    database.exec(change);
    database.pragma(`user_version = ${version + 1}`);
  });
  step.immediate();
  upgrade(database);
};

/** Throws where a table or a column is missing, or an end of it cannot be read; the rest takes seconds. */
const examine = (database: Database): void => {
  const ends = ['ASC', 'DESC'].map((order) => `ORDER BY seq ${order} LIMIT 1`);
  for (const end of ends) {
    database.prepare(`SELECT ${blockColumns} FROM blocks ${end.replace('seq', 'first')}`).get();
    database.prepare(`SELECT seq, verdict, judgement FROM judgements ${end}`).get();
  }
  database.prepare('SELECT seq FROM pruned').get();
  database.prepare('SELECT place, codes FROM chunk_columns ORDER BY place DESC LIMIT 1').get();
  database.prepare('SELECT place, bits FROM chunk_filters ORDER BY place DESC LIMIT 1').get();
  database.prepare('SELECT id, hash, body, last_seq FROM bodies ORDER BY id DESC LIMIT 1').get();
  for (const _ of database.prepare('SELECT seq, kind, entry FROM kept').iterate());
};

const blockColumns = 'first, count, keys, bytes, shared, judgements, rest';

const explained = (error: unknown, file: string): WalletproofError => {
  if (error instanceof WalletproofError) return error;
  if (isDamage(error)) {
    const sentence = `${file} is damaged or not a journal: ${causeText(error)}.`;
    return new WalletproofError('configuration', sentence, otherFile, { cause: error });
  }
  return new WalletproofError(
    'environment',
    `The journal ${file} cannot be opened: ${causeText(error)}.`,
    'Check that the folder can be written to and that no other program locks the file, or name another with --journal.',
    { cause: error },
  );
};
