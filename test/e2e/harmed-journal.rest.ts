import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import { openJournal } from '../../src/journal/open-journal.ts';
import { openServed, type Served } from './open-served.ts';

let served: Served;
let file: string;
let lock: SqliteDatabase.Database | undefined;

beforeEach(async () => {
  served = await openServed();
  file = join(served.folder, '.walletproof/journal.db');
});

afterEach(async () => {
  giveBack();
  served.process.kill('SIGKILL');
  await served.close();
});

const giveBack = (): void => {
  lock?.close();
  lock = undefined;
};

/** A request of an agent, with a text to find it by; refused, since it is not signed. */
const request = async (text: string): Promise<number> => {
  const body = JSON.stringify({ text });
  return (await fetch(`${served.url}/api/games/list`, { method: 'POST', body })).status;
};

interface Health {
  readonly status: string;
  readonly exchanges: number;
  readonly lost: number;
  readonly degraded?: readonly string[];
}

const health = async (): Promise<Health & { readonly code: number }> => {
  const response = await fetch(`${served.url}/__admin/health`);
  return { ...((await response.json()) as Health), code: response.status };
};

/** Waits until health says so. */
const healthIs = async (status: string): Promise<void> => {
  while ((await health()).status !== status) await delay(10);
};

const exchanges = async () => {
  const response = await fetch(`${served.url}/__admin/exchanges`);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
  return { code: response.status, body: (await response.json()) as any };
};

/** What the requests in the file said, in its order. */
const textsIn = async (): Promise<string[]> => {
  const journal = await openJournal({ file, maxExchanges: 1_000 });
  const { rows } = await journal.rows({ limit: 1_000 });
  await journal.close();
  return rows.map(({ exchange }) => JSON.parse(Buffer.from(exchange.request.body).toString()).text);
};

const lockWrites = (): void => {
  lock = new SqliteDatabase(file);
  lock.exec('BEGIN EXCLUSIVE');
};

it('serves while another program locks the journal, and has all of it afterwards', async () => {
  await request('before');
  await exchanges();
  lockWrites();
  await request('first');
  await healthIs('degraded');
  for (const text of ['second', 'third']) expect(await request(text)).toBe(401);
  expect(await health()).toMatchObject({
    ...{ code: 200, status: 'degraded', exchanges: 4, lost: 0 },
    degraded: [expect.stringContaining('cannot be written: database is locked')],
  });
  expect(await exchanges()).toMatchObject({ code: 200, body: { rows: [{ seq: 1 }] } });
  giveBack();
  await healthIs('ok');
  expect((await health()).lost).toBe(0);
  expect((await exchanges()).body.rows).toHaveLength(4);
  served.process.kill('SIGKILL');
  await served.process.ended;
  expect(await textsIn()).toEqual(['before', 'first', 'second', 'third']);
});

it('ends though another program locks the journal, and says how much is lost', async () => {
  lockWrites();
  for (const text of ['first', 'second', 'third']) await request(text);
  served.process.kill('SIGTERM');
  expect(await served.process.ended).toBe(130);
  expect(served.process.output()).toContain('3 waited for it when it was closed');
});
