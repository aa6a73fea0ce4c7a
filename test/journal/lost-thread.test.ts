import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
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

it('goes on in memory with what was not written when its thread ends, and says so once', async () => {
  const journal = await open();
  recordAll(journal, 1, 3);
  await journal.flush();
  const ending = endThread();
  recordAll(journal, 4, 6);
  await ending;
  journal.judge(judgementOf('x-5', 'right'));
  await journal.flush();
  expect(await places(journal)).toEqual(numbered(4, 6));
  expect(journal.state()).toEqual({
    ...{ kind: 'memory', lost: 0 },
    degraded: [
      expect.stringMatching(/^The journal .*journal\.db is kept in memory from now on: its thread ended \(.*\)\.$/),
    ],
  });
  expect(told).toEqual(journal.state().degraded);
  expect((await journal.row('x-5'))?.judgement?.verdict).toBe('right');
  expect([journal.count(), journal.bounds()]).toEqual([3, { firstSeq: 4, lastSeq: 6 }]);
  await journal.close();
  expect(await places(await open())).toEqual(numbered(1, 3));
});

it('ends a read that was under way with an error', async () => {
  const journal = await open();
  recordAll(journal, 1, 3_000);
  await journal.flush();
  const reading = journal.rows({ limit: 1, text: 'nowhere' });
  await endThread();
  await expect(reading).rejects.toMatchObject({
    code: 'environment',
    message: expect.stringContaining('its thread ended'),
  });
});

it('ends though its thread is gone, within its time, and counts what was not written', async () => {
  const journal = await open();
  recordAll(journal, 1, 10);
  const ending = endThread();
  const closing = journal.close();
  await ending;
  await closing;
  recordAll(journal, 11, 11);
  expect(journal.state().lost).toBe(11);
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
