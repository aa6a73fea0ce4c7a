import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import { applicationId, schemaVersion } from '../../src/journal/identify-file.ts';
import { schema } from '../../src/journal/open-database.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';
import { exchangeNumber } from './sample-exchanges.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The error of opening a journal there; undefined where it opens. */
const errorOf = async (file: string): Promise<WalletproofError | undefined> => {
  try {
    await (await openJournal({ file, maxExchanges: 10 })).close();
    return undefined;
  } catch (error) {
    if (error instanceof WalletproofError) return error;
    throw error;
  }
};

const withDatabase = (file: string, sql: string): string => {
  const database = new SqliteDatabase(file);
  database.exec(sql);
  database.close();
  return file;
};

it.each(['x', 'agents:\n  - id: 1001\n', 'z'.repeat(10_000)])(
  'refuses a file that is no database, and leaves it alone',
  async (content) => {
    const file = join(folder, 'walletproof.config.yaml');
    writeFileSync(file, content);
    const error = await errorOf(file);
    expect(error).toMatchObject({ code: 'configuration' });
    expect(error?.message).toContain(`${file} is not a journal.`);
    expect(error?.remedy).toContain('--journal');
    expect(readFileSync(file, 'utf8')).toBe(content);
  },
);

it('refuses the database of another program, and leaves it alone', async () => {
  const file = withDatabase(join(folder, 'other.db'), 'CREATE TABLE exchanges (seq INTEGER)');
  const before = readFileSync(file);
  expect((await errorOf(file))?.message).toBe(`${file} is a database of another program, not a journal.`);
  expect(readFileSync(file).equals(before)).toBe(true);
});

it.each([6, 8])('moves a journal of version %i aside, which is another, and begins a new one', async (version) => {
  const file = join(folder, 'journal.db');
  expect(await errorOf(file)).toBeUndefined();
  withDatabase(file, `PRAGMA user_version = ${version}`);
  const before = readFileSync(file);
  const told: string[] = [];
  const onError = ({ message }: WalletproofError): number => told.push(message);
  const journal = await openJournal({ file, maxExchanges: 10, now: () => 0, onError });
  journal.record(exchangeNumber(1));
  await journal.close();
  const name = `${file}.other-version-1970-01-01T00-00-00-000Z`;
  expect(told).toEqual([`The journal ${file} is of another version. It is now ${name}, and a new one was begun.`]);
  expect(readFileSync(name).equals(before)).toBe(true);
});

it('leaves the log of another program alone, which it did not end in order', async () => {
  const [other, file] = [join(folder, 'other.db'), join(folder, 'killed.db')];
  const database = new SqliteDatabase(other);
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE own (x); INSERT INTO own VALUES (1)');
  // As a kill leaves them.
  for (const suffix of ['', '-wal']) copyFileSync(other + suffix, file + suffix);
  database.close();
  const before = [readFileSync(file), readFileSync(`${file}-wal`)];
  expect((await errorOf(file))?.message).toContain('is a database of another program');
  expect([readFileSync(file), readFileSync(`${file}-wal`)]).toEqual(before);
});

/** A database with our name, all of which is in its log. */
const ownInLog = (file: string): SqliteDatabase.Database => {
  const database = new SqliteDatabase(file);
  database.pragma('journal_mode = WAL');
  database.exec(`${schema}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`);
  return database;
};

it('brings the log that a journal left into no database of another program', async () => {
  const [other, file] = [join(folder, 'other.db'), join(folder, 'foreign.db')];
  const database = ownInLog(other);
  withDatabase(file, 'CREATE TABLE own (x); INSERT INTO own VALUES (1)');
  copyFileSync(`${other}-wal`, `${file}-wal`);
  database.close();
  const before = [readFileSync(file), readFileSync(`${file}-wal`)];
  expect((await errorOf(file))?.message).toContain('is a database of another program');
  expect([readFileSync(file), readFileSync(`${file}-wal`)]).toEqual(before);
});

it('knows its own file by its log, where a kill left all of it there', async () => {
  const [first, file] = [join(folder, 'first.db'), join(folder, 'killed.db')];
  const database = ownInLog(first);
  for (const suffix of ['', '-wal']) copyFileSync(first + suffix, file + suffix);
  database.close();
  expect(await errorOf(file)).toBeUndefined();
  expect(readdirSync(folder).filter((name) => name.startsWith('killed.db'))).toEqual(['killed.db']);
});

it('fills an empty file', async () => {
  const file = join(folder, 'empty.db');
  writeFileSync(file, '');
  expect(await errorOf(file)).toBeUndefined();
});

it('says what is wrong with a place where no file can be', async () => {
  mkdirSync(join(folder, 'taken'));
  writeFileSync(join(folder, 'file'), '');
  for (const file of [join(folder, 'taken'), join(folder, 'file', 'journal.db')]) {
    const error = await errorOf(file);
    expect(error).toMatchObject({ code: 'environment' });
    expect(error?.message).toContain(`The journal ${file} cannot be opened`);
  }
});

it('says that a file may not be written', async () => {
  const file = join(folder, 'journal.db');
  writeFileSync(file, '');
  chmodSync(file, 0o400);
  const mayWriteAnyway = process.getuid?.() === 0;
  expect((await errorOf(file))?.code).toBe(mayWriteAnyway ? undefined : 'environment');
});
