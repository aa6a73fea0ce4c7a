import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import { openJournal } from '../../src/journal/open-journal.ts';
import { applicationId, schema } from '../../src/journal/schema.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';
import { exchangeNumber, judgementOf } from './sample-exchanges.ts';
import { writeVersion5 } from './version-5.ts';

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

it('refuses a journal of a later version, and leaves it alone', async () => {
  const file = join(folder, 'journal.db');
  expect(await errorOf(file)).toBeUndefined();
  withDatabase(file, 'PRAGMA user_version = 7; DROP TABLE judgements');
  const before = readFileSync(file);
  expect(await errorOf(file)).toMatchObject({
    code: 'configuration',
    message: `${file} is a journal of version 7; this program reads version 6.`,
  });
  expect(readFileSync(file).equals(before)).toBe(true);
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

it('brings the log that a journal left into no database of another program', async () => {
  const [other, file] = [join(folder, 'other.db'), join(folder, 'foreign.db')];
  const database = new SqliteDatabase(other);
  database.pragma('journal_mode = WAL');
  database.exec(`${schema}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = 6`);
  withDatabase(file, 'CREATE TABLE own (x); INSERT INTO own VALUES (1)');
  copyFileSync(`${other}-wal`, `${file}-wal`);
  database.close();
  const before = [readFileSync(file), readFileSync(`${file}-wal`)];
  expect((await errorOf(file))?.message).toContain('is a database of another program');
  expect([readFileSync(file), readFileSync(`${file}-wal`)]).toEqual(before);
});

it('knows its own file by its log, where a kill left all of it there', async () => {
  const [first, file] = [join(folder, 'first.db'), join(folder, 'killed.db')];
  const database = new SqliteDatabase(first);
  database.pragma('journal_mode = WAL');
  database.exec(`${schema}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = 6`);
  for (const suffix of ['', '-wal']) copyFileSync(first + suffix, file + suffix);
  database.close();
  expect(await errorOf(file)).toBeUndefined();
});

/** What each version brought, taken away from one of version 5. */
const asVersion4 = 'ALTER TABLE exchanges DROP COLUMN shift_ms; PRAGMA user_version = 4;';
const asVersion3 = `${asVersion4} DROP TABLE kept; PRAGMA user_version = 3;`;
const asVersion2 = `${asVersion3}
  DROP TABLE judgements; ALTER TABLE exchanges DROP COLUMN origin; ALTER TABLE exchanges DROP COLUMN fault; PRAGMA user_version = 2;`;
const asVersion1 = `${asVersion2} ALTER TABLE exchanges DROP COLUMN explanation; PRAGMA user_version = 1;`;

it.each([
  [1, asVersion1],
  [2, asVersion2],
  [3, asVersion3],
  [4, asVersion4],
  [5, ''],
])('brings a journal of version %i up to its own, and keeps what is in it', async (_, downgrade) => {
  const file = join(folder, 'journal.db');
  writeVersion5(file, [exchangeNumber(1)]);
  withDatabase(file, downgrade);
  const upgraded = await openJournal({ file, maxExchanges: 10 });
  const explanation = { mistake: 'not-sorted', sentence: 's', remedy: 'r' } as const;
  upgraded.record(exchangeNumber(2, { explanation, origin: 'game' }));
  upgraded.judge(judgementOf('x-1', 'right'));
  expect(await upgraded.row('x-1')).toMatchObject({
    ...{ exchange: exchangeNumber(1), judgement: judgementOf('x-1', 'right') },
  });
  expect((await upgraded.row('x-2'))?.exchange).toMatchObject({ explanation, origin: 'game' });
  await upgraded.close();
  expect(await errorOf(file)).toBeUndefined();
});

it('has the same tables, whether it was created or upgraded', async () => {
  const files: string[] = [];
  const downgrades = [undefined, asVersion1, asVersion2, asVersion3, asVersion4, ''];
  for (const [index, downgrade] of downgrades.entries()) {
    const file = join(folder, `${index}.db`);
    if (downgrade !== undefined) {
      writeVersion5(file, [exchangeNumber(1)]);
      withDatabase(file, downgrade);
    }
    expect(await errorOf(file)).toBeUndefined();
    files.push(file);
  }
  const [created, ...upgraded] = files.map(tablesOf);
  expect(created).toContainEqual('blocks: keys');
  for (const tables of upgraded) expect(tables).toEqual(created);
});

/** Its columns and indexes, sorted. */
const tablesOf = (file: string): unknown[] => {
  const database = new SqliteDatabase(file, { readonly: true });
  const names = database
    .prepare(
      `SELECT m.name || ': ' || c.name FROM sqlite_schema m, pragma_table_info(m.name) c
       UNION SELECT 'index ' || name FROM sqlite_schema WHERE type = 'index'`,
    )
    .pluck()
    .all();
  database.close();
  return names.toSorted();
};

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
