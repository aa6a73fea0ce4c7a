import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import { openJournal } from '../../src/journal/open-journal.ts';
import { sign } from '../../src/signing/sign.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { packageFolder } from './run-cli.ts';
import { type StartedProcess, startProcess } from './start-process.ts';

const executable = join(packageFolder, 'bin/walletproof.js');
let folder: string;
let platform: StartedProcess;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  platform = await start();
});

const start = async (program = executable): Promise<StartedProcess> =>
  await startProcess(process.execPath, [program, 'serve', '--port', '0'], {
    pattern: /^walletproof ready on (\S+)$/,
    cwd: folder,
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

it('loses nothing when its terminal is closed, and ends as it does when it is interrupted', async () => {
  const answers = [await list(), await list()];
  platform.kill('SIGHUP');
  await platform.ended;
  expect(await answersKept()).toEqual(answers);
  expect(existsSync(join(folder, '.walletproof/journal.db-wal'))).toBe(false);
});

/** Kills serve under requests, and gives the answers that are lost though they were 50 ms old. */
const lostByKill = async (): Promise<string[]> => {
  const answered: { readonly text: string; readonly at: number }[] = [];
  const note = async (): Promise<void> => {
    const text = await list();
    answered.push({ text, at: performance.now() });
  };
  await Promise.all(Array.from({ length: 20 }, note));
  await pause(20);
  await Promise.all(Array.from({ length: 20 }, note));
  await pause(45);
  const killedAt = performance.now();
  platform.kill('SIGKILL');
  await platform.ended;
  const kept = new Set(await answersKept());
  return answered.flatMap(({ text, at }) => (at < killedAt - 50 && !kept.has(text) ? [requestIdOf(text)] : []));
};

const requestIdOf = (answer: string): string => (JSON.parse(answer) as { readonly request_id: string }).request_id;

it('has every answer from the first one on that is older than 50 ms when it is killed', async () => {
  const lost: string[][] = [];
  // On a busy machine its threads may get no turn for longer: what never waits longer shows within a few kills.
  for (let kept = 0; kept < 3 && lost.length < 20; ) {
    const missing = await lostByKill();
    if (missing.length > 0) lost.push(missing);
    else kept += 1;
    platform = await start();
  }
  expect(lost.length < 20 ? [] : lost).toEqual([]);
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

/** The package as npm installs it, but for SQLite. */
const copyPackage = async (): Promise<string> => {
  const copy = join(folder, 'package');
  for (const path of ['bin', 'dist', 'assets', 'scenarios', 'fixtures', 'package.json']) {
    await cp(join(packageFolder, path), join(copy, path), { recursive: true });
  }
  const { dependencies } = JSON.parse(await readFile(join(copy, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const installed = join(copy, 'node_modules', name);
    await mkdir(dirname(installed), { recursive: true });
    await symlink(join(packageFolder, 'node_modules', name), installed);
  }
  return join(copy, 'bin/walletproof.js');
};

it('keeps its journal in memory where SQLite cannot be loaded, and its health says why', async () => {
  platform.kill('SIGTERM');
  await platform.ended;
  platform = await start(await copyPackage());
  await list();
  const health = await (await fetch(`${platform.ready}/__admin/health`)).json();
  expect(health).toMatchObject({
    ...{ status: 'degraded', exchanges: 1, lost: 0 },
    degraded: [expect.stringContaining('needs better-sqlite3')],
  });
});

it('plays a run where SQLite cannot be loaded, unless its exchanges are to be kept in a file', async () => {
  const program = await copyPackage();
  const run = async (...more: string[]) => {
    const args = [program, 'test', 'http://127.0.0.1:9/', '--only', 'BET', ...more];
    return await new Promise<{ readonly code: unknown; readonly stderr: string }>((resolve) => {
      execFile(process.execPath, args, { cwd: folder }, (error, _, stderr) =>
        resolve({ code: error?.code ?? 0, stderr }),
      );
    });
  };
  const [plain, kept] = [await run(), await run('--journal', 'kept.db')];
  expect(plain.stderr).not.toContain('better-sqlite3');
  expect(plain.code).toBe(3);
  expect(kept.stderr).toContain('needs better-sqlite3');
  expect(kept.code).toBe(2);
});
