import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import type { Journal } from '../../src/journal/journal.ts';
import type { WalletproofError } from '../../src/spec/walletproof-error.ts';
import { threads } from '../setup/start-thread.ts';
import { openFolder } from './both-journals.ts';
import { exchangeNumber, judgementOf } from './sample-exchanges.ts';

let place: ReturnType<typeof openFolder>;
let told: string[];
const { source } = threads;

beforeEach(() => {
  place = openFolder();
  told = [];
});

afterEach(async () => {
  threads.source = source;
  await place.remove();
});

const open = async (): Promise<Journal> =>
  await place.open({
    writeKept: JSON.stringify,
    onError: ({ message }: WalletproofError) => told.push(message),
  });

const recordAll = (journal: Journal, from: number, to: number): void => {
  for (let number = from; number <= to; number += 1) journal.record(exchangeNumber(number));
};

/** Ends the thread, as an error in it would. */
const endThread = async (): Promise<void> => {
  await threads.started.at(-1)?.terminate();
};

const places = async (journal: Journal): Promise<readonly string[]> =>
  (await journal.rows({ limit: 1_000 })).rows.map(({ seq, exchange }) => `${seq} ${exchange.id}`);

const numbered = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index} x-${from + index}`);

it('is followed by another thread, which writes what was not written, and nothing twice', async () => {
  const journal = await open();
  recordAll(journal, 1, 20);
  await journal.flush();
  recordAll(journal, 21, 320);
  journal.kept.keep('session', 'a', 1);
  // Some of them are with the thread, some are written, and nobody knows which.
  await new Promise(setImmediate);
  const ending = endThread();
  recordAll(journal, 321, 400);
  await ending;
  expect(await places(journal)).toEqual(numbered(1, 400));
  expect(journal.state()).toEqual({ kind: 'file', lost: 0, degraded: [] });
  expect(told).toEqual([expect.stringMatching(/ended \(.*\) and was started again\.$/)]);
  await place.close();
  const database = new SqliteDatabase(place.file, { readonly: true });
  expect(database.prepare('SELECT count(*), count(DISTINCT id) FROM exchanges').raw().get()).toEqual([...[400, 400]]);
  database.close();
  expect((await open()).kept.all('session')).toEqual([{ key: 'a', value: 1 }]);
});

it('writes nothing twice, though nobody heard that it was written', async () => {
  const journal = await open();
  recordAll(journal, 1, 60);
  await new Promise(setImmediate);
  threads.started.at(-1)?.removeAllListeners('message');
  const database = new SqliteDatabase(place.file, { readonly: true });
  const written = database.prepare('SELECT count(*) FROM exchanges').pluck();
  while (written.get() !== 60) await delay(1);
  database.close();
  await endThread();
  recordAll(journal, 61, 62);
  expect(await places(journal)).toEqual(numbered(1, 62));
});

it('goes on in memory when the second thread ends as well, and says so once', async () => {
  const journal = await open();
  recordAll(journal, 1, 3);
  await journal.flush();
  await endThread();
  await journal.flush();
  recordAll(journal, 4, 4);
  await journal.flush();
  await endThread();
  recordAll(journal, 5, 6);
  journal.judge(judgementOf('x-5', 'right'));
  await journal.flush();
  expect(journal.state()).toEqual({
    ...{ kind: 'memory', lost: 0 },
    degraded: [expect.stringContaining(`The journal ${place.file} is kept in memory from now on`)],
  });
  expect(told).toHaveLength(2);
  expect(await places(journal)).toEqual(numbered(5, 6));
  expect((await journal.row('x-5'))?.judgement?.verdict).toBe('right');
  expect(journal.count()).toBe(2);
  await journal.close();
});

it('answers a read that was under way from what goes on', async () => {
  const journal = await open();
  recordAll(journal, 1, 3_000);
  await journal.flush();
  const reading = journal.rows({ limit: 1, text: 'request-1"' });
  const rows = journal.rows({ limit: 2 });
  await endThread();
  expect((await rows).rows).toHaveLength(2);
  expect((await reading).rows).toHaveLength(0);
});

it('ends though its thread is gone, and within its time', async () => {
  const journal = await open();
  recordAll(journal, 1, 10);
  const ending = endThread();
  const closing = journal.close();
  await ending;
  await closing;
  recordAll(journal, 11, 11);
  expect(journal.state().lost).toBe(1);
});

/** Where no package is found. */
const hideDriver = (): void => {
  const folder = join(place.folder, 'elsewhere');
  cpSync(dirname(fileURLToPath(source)), folder, { recursive: true });
  threads.source = pathToFileURL(join(folder, 'journal-thread.mjs'));
};

it('is an error that says what to do where SQLite cannot be loaded', async () => {
  hideDriver();
  await expect(open()).rejects.toMatchObject({
    code: 'environment',
    message: expect.stringContaining('needs better-sqlite3, which cannot be loaded'),
    remedy: expect.stringContaining('npm rebuild better-sqlite3'),
  });
});

it('is in memory where SQLite cannot be loaded and that is enough, and says why', async () => {
  hideDriver();
  const journal = await place.open({
    withoutDriver: 'memory',
    onError: ({ message, remedy }) => told.push(`${message}${remedy}`),
  });
  recordAll(journal, 1, 2);
  expect(await places(journal)).toEqual(numbered(1, 2));
  expect(journal.state()).toEqual({
    ...{ kind: 'memory', lost: 0 },
    degraded: [expect.stringMatching(/needs better-sqlite3.*The journal is kept in memory\.$/)],
  });
  expect(told).toEqual([expect.stringMatching(/is kept in memory\. .*npm rebuild better-sqlite3/)]);
});
