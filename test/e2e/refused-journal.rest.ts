import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import { openJournal } from '../../src/journal/open-journal.ts';
import { runCli } from './run-cli.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'walletproof-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const withDatabase = (file: string, sql: string): void => {
  const database = new SqliteDatabase(file);
  database.exec(sql);
  database.close();
};

interface Refusal {
  readonly name: string;
  /** Makes it, and gives what `--journal` names. */
  readonly make: () => string | Promise<string>;
  readonly says: string;
}

const named = (name: string): string => join(folder, name);

const refusals: readonly Refusal[] = [
  {
    name: 'a text',
    make: () => {
      writeFileSync(named('notes.txt'), 'agents:\n  - id: 1001\n');
      return named('notes.txt');
    },
    says: 'is not a journal',
  },
  {
    name: 'the database of another program',
    make: () => {
      withDatabase(named('shop.db'), 'CREATE TABLE own (x); INSERT INTO own VALUES (1)');
      return named('shop.db');
    },
    says: 'is a database of another program',
  },
  {
    name: 'a pipe',
    make: () => {
      execFileSync('mkfifo', [named('pipe')]);
      return named('pipe');
    },
    says: 'is not a journal',
  },
  {
    name: 'a path where no folder can be created',
    make: () => '/proc/no-such-folder/deeper/journal.db',
    says: 'cannot be opened',
  },
  {
    name: 'a folder',
    make: () => {
      mkdirSync(named('taken'));
      return named('taken');
    },
    says: 'cannot be opened',
  },
  {
    name: 'a path below a file',
    make: () => {
      writeFileSync(named('file'), 'text');
      return named('file/journal.db');
    },
    says: 'cannot be opened',
  },
];

/** Every file below the folder with its bytes. */
const contents = (): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return `${path} ${entry.isFile() ? readFileSync(path).toString('hex') : ''}`;
  });

/** Nobody listens there: with a journal that can be used the run ends with 3. */
const nobody = 'http://127.0.0.1:9/';

describe.each([
  ['serve', ['serve', '--port', '0']],
  ['test', ['test', nobody, '--only', 'BET']],
])('%s ends with 2, says what to do, and changes nothing where --journal names', (_, args) => {
  it.each(refusals)('$name', async ({ make, says }) => {
    const file = await make();
    const before = contents();
    const { code, stdout, stderr } = await runCli([...args, '--journal', file]);
    expect(stderr).toContain(file);
    expect(stderr).toContain(says);
    expect(stderr).toContain('another');
    expect(stdout).not.toContain('ready');
    expect(code).toBe(2);
    expect(contents()).toEqual(before);
  });
});

it('moves a journal of another version aside, says so, and runs', async () => {
  const file = named('later.db');
  await (await openJournal({ file, maxExchanges: 10 })).close();
  withDatabase(file, 'PRAGMA user_version = 99');
  const bytes = readFileSync(file);
  const { code, stderr } = await runCli(['test', nobody, '--only', 'BET', '--journal', file]);
  const [name = ''] = readdirSync(folder).filter((each) => each.startsWith('later.db.other-version-'));
  expect(stderr).toContain(
    `The journal ${file} is of another version. It is now ${named(name)}, and a new one was begun.`,
  );
  expect(readFileSync(named(name)).equals(bytes)).toBe(true);
  expect(code).toBe(3);
});

it('runs with a journal that can be used', async () => {
  const file = named('new/journal.db');
  expect((await runCli(['test', nobody, '--only', 'BET', '--journal', file])).code).toBe(3);
  expect(readdirSync(dirname(file))).toContain('journal.db');
});
