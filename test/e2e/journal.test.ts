import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import { openJournal } from '../../src/journal/open-journal.ts';
import { sign } from '../../src/signing/sign.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { packageFolder } from './run-cli.ts';
import type { StartedProcess } from './start-process.ts';
import { startProcess } from './start-process.ts';

const executable = join(packageFolder, 'bin/walletproof.js');
let folder: string;
let platform: StartedProcess;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  platform = await startProcess(process.execPath, [executable, 'serve', '--port', '0'], {
    pattern: /^walletproof ready on (\S+)$/,
    cwd: folder,
  });
});

afterEach(async () => {
  platform.kill('SIGKILL');
  await platform.ended;
  await rm(folder, { recursive: true });
});

/** Asks for the list, and gives the answer's text. */
const list = async (): Promise<string> => {
  const body = `{"agent_id":1001,"timestamp":${Math.floor(Date.now() / 1000)}}`;
  const headers = { 'content-type': 'application/json', 'x-signature': sign(body, 'test-token') };
  const response = await fetch(`${platform.ready}/api/games/list`, {
    method: 'POST',
    body,
    headers,
  });
  return await response.text();
};

const answersKept = async (): Promise<string[]> => {
  const file = join(folder, '.walletproof/journal.db');
  const journal = await openJournal({ file, maxExchanges: 1_000_000 });
  const { rows } = await journal.rows({ limit: 1000 });
  await journal.close();
  return rows.map(({ exchange }) => textOf(exchange));
};

/** Looks from outside, so that nothing is written because it was asked for. */
const writtenDown = async (count: number): Promise<void> => {
  const file = join(folder, '.walletproof/journal.db');
  const database = new SqliteDatabase(file, { readonly: true });
  const written = database.prepare('SELECT count(*) FROM exchanges').pluck();
  while (Number(written.get()) < count) await pause(5);
  database.close();
};

const textOf = ({ answer }: Exchange): string =>
  answer.kind === 'answered' ? Buffer.from(answer.body).toString() : answer.message;

it('keeps every answer of serve to the byte, the unchanging end of a list included', async () => {
  const answers = [await list(), await list(), await list()];
  platform.kill('SIGTERM');
  await platform.ended;

  expect(answers[0]).toContain('"games":[{"id":101,');
  expect(await answersKept()).toEqual(answers);
});

it('has what was answered a moment before serve was killed', async () => {
  const answers = await Promise.all(Array.from({ length: 120 }, list));
  await writtenDown(answers.length);
  platform.kill('SIGKILL');
  await platform.ended;

  expect(new Set(await answersKept())).toEqual(new Set(answers));
});

it('tells how many exchanges it has', async () => {
  await list();
  const response = await fetch(`${platform.ready}/__admin/health`);

  expect(await response.json()).toMatchObject({ status: 'ok', exchanges: 1 });
});
