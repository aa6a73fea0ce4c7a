import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { type FileBounds, mostLogBytes } from './batch.ts';
import { columnNames } from './columns.ts';
import { applicationId, identifyFile, schemaVersion } from './identify-file.ts';
import { causeText, isDamage } from './sqlite-errors.ts';

/** What SQLite makes pages of. */
export const pageSize = 4096;

/** Columns that exchanges are looked for by; most exchanges have none of the last ones. */
const indexed = [
  ...['id', 'session_id', 'player_id', 'transaction_id', 'request_id', 'kind', 'direction', 'agent_id'],
  ...['is_run', 'status', 'status / 100', 'began'],
  ...['verdict', 'game_round_id', 'run_id', 'scenario', 'origin'],
];

const seldom = new Set(['verdict', 'game_round_id', 'run_id', 'scenario', 'origin']);

/** Numbers come as floating point: of a status as that `/ 100` would be no class. */
const typed = (name: string): string => (['status', 'agent_id', 'is_run'].includes(name) ? `${name} INTEGER` : name);

/** `seq` has no gaps: rows are only added at its end and only removed at its beginning. */
export const schema = `
  CREATE TABLE exchanges (seq INTEGER PRIMARY KEY, ${columnNames.map(typed).join(', ')}, verdict TEXT);
  ${indexed
    .map(
      (column, index) =>
        `CREATE INDEX exchanges_${index} ON exchanges (${column})${seldom.has(column) ? ` WHERE ${column} NOT NULL` : ''};`,
    )
    .join('\n')}
  CREATE TABLE contents (seq INTEGER PRIMARY KEY, rest TEXT NOT NULL, request BLOB NOT NULL, answer BLOB NOT NULL);
  CREATE TABLE judgements (seq INTEGER PRIMARY KEY, judgement TEXT NOT NULL);
  -- Which requirements the findings of a judgement name.
  CREATE TABLE named (requirement TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (requirement, seq)) WITHOUT ROWID;
  CREATE INDEX named_by_seq ON named (seq);
  CREATE TABLE kept (
    place INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, UNIQUE (kind, key)
  );
`;

/** Told what is moved aside, and when. */
export interface Opening {
  readonly tell: (error: WalletproofError) => void;
  /** Unix milliseconds, for the name of a file that is moved aside. */
  readonly nowMs: number;
  /** The file was found damaged while it was in use: why. */
  readonly damage?: string;
  /** The place behind which a new file begins. */
  readonly floor?: number;
}

/**
 * Opens the file of a journal, created with its folders where there is none. What is ours and cannot be used, since it is
 * damaged or of another version, is moved aside, and told. Throws a WalletproofError where the file cannot be used.
 */
export const openDatabase = (file: string, bounds: FileBounds, { damage, ...aside }: Opening): Database => {
  try {
    if (damage !== undefined) moveAside(file, { ...aside, label: 'damaged', why: `is damaged (${damage})` });
    makeFolder(dirname(file));
    const state = usable(file);
    if (state === 'other-version') moveAside(file, { ...aside, label: state, why: 'is of another version' });
    try {
      return connect(file, bounds);
    } catch (error) {
      if (state !== 'journal' || !isDamage(error)) throw error;
      moveAside(file, { ...aside, label: 'damaged', why: `is damaged (${causeText(error)})` });
      return connect(file, bounds);
    }
  } catch (error) {
    throw explained(error, file);
  }
};

const otherFile = 'Name another file with --journal, or remove this one.';

const usable = (file: string): 'free' | 'journal' | 'other-version' => {
  const found = identifyFile(file);
  if (found.kind === 'free') return 'free';
  if (found.kind === 'journal') return found.version === schemaVersion ? 'journal' : 'other-version';
  const what = found.kind === 'foreign' ? 'is a database of another program, not a journal.' : 'is not a journal.';
  throw new WalletproofError('configuration', `${file} ${what}`, otherFile);
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

/** Another process writes for a few milliseconds at a time; reads do not wait for longer. */
const busyTimeoutMs = 50;
/** While it is opened nobody else is held up. */
const openingTimeoutMs = 1_000;

const connect = (file: string, bounds: FileBounds): Database => {
  const database = new SqliteDatabase(file, { timeout: openingTimeoutMs });
  try {
    create(database);
    if (Number(database.pragma('application_id', { simple: true })) !== applicationId) usable(file);
    examine(database);
    const pages = Math.max(1, Math.floor(mostLogBytes(bounds) / pageSize));
    database.pragma(`wal_autocheckpoint = ${pages}`);
    database.pragma(`journal_size_limit = ${pages * pageSize}`);
    // NORMAL: a killed process loses nothing that was committed; only a power cut can.
    database.pragma('synchronous = NORMAL');
    database.pragma(`busy_timeout = ${busyTimeoutMs}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

const create = (database: Database): void => {
  const isEmpty = (): boolean => database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (!isEmpty()) return;
  database.pragma(`page_size = ${pageSize}`);
  database.pragma('journal_mode = WAL');
  const createOnce = database.transaction(() => {
    // Another process may have created it a moment before.
    if (!isEmpty()) return;
    database.exec(schema);
    database.pragma(`application_id = ${applicationId}`);
    database.pragma(`user_version = ${schemaVersion}`);
  });
  createOnce.immediate();
  // The file itself says from now on what it is, whatever becomes of its log.
  database.pragma('wal_checkpoint(PASSIVE)');
};

/** Throws where a table or a column is missing, or an end of it cannot be read; the rest takes seconds. */
const examine = (database: Database): void => {
  for (const order of ['ASC', 'DESC']) {
    database.prepare(`SELECT ${columnNames.join(', ')}, verdict FROM exchanges ORDER BY seq ${order} LIMIT 1`).get();
    database.prepare(`SELECT rest, request, answer FROM contents ORDER BY seq ${order} LIMIT 1`).get();
    database.prepare(`SELECT judgement FROM judgements ORDER BY seq ${order} LIMIT 1`).get();
    database.prepare(`SELECT requirement, seq FROM named ORDER BY seq ${order} LIMIT 1`).get();
  }
  for (const _ of database.prepare('SELECT place, kind, key, value FROM kept').iterate());
};

/** Moves a file of ours away with what SQLite keeps beside it. */
const moveAside = (
  file: string,
  { label, why, nowMs, tell }: Pick<Opening, 'tell' | 'nowMs'> & { readonly label: string; readonly why: string },
): void => {
  const stamp = new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-');
  const name = freeName(`${file}.${label}-${stamp}`);
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, name + suffix);
  }
  const message = `The journal ${file} ${why}. It is now ${name}, and a new one was begun.`;
  tell(
    new WalletproofError('environment', message, 'Remove that file where nobody needs it, or read it with sqlite3.'),
  );
};

const freeName = (wanted: string, count = 1): string => {
  const name = count === 1 ? wanted : `${wanted}-${count}`;
  return existsSync(name) ? freeName(wanted, count + 1) : name;
};

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
