import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { packageFolder } from './run-cli.ts';
import { type StartedProcess, startProcess } from './start-process.ts';

let folder: string;
let platform: StartedProcess;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'walletproof-'));
  const preload = join(folder, 'preload.mjs');
  writeFileSync(preload, waitingForPipe(pipe()));
  const args = [join(packageFolder, 'bin/walletproof.js'), 'serve', '--port', '0'];
  platform = await startProcess(process.execPath, args, {
    pattern: /^walletproof ready on (\S+)$/,
    cwd: folder,
    env: { NODE_OPTIONS: `--import=${pathToFileURL(preload).href}` },
  });
});

afterEach(async () => {
  platform.kill('SIGKILL');
  await platform.ended;
  rmSync(folder, { recursive: true });
});

const pipe = (): string => join(folder, 'pipe');

/** As a disk that does not answer: a call of the system that does not return holds up every thread but the main one. */
const waitingForPipe = (path: string): string => `
  import { existsSync, openSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  const path = ${JSON.stringify(path)};
  const look = () => { if (existsSync(path)) openSync(path, 'r'); };
  if (!isMainThread) setInterval(look, 1).unref();
`;

const admin = async (path: string) => {
  const response = await fetch(`${platform.ready}/__admin/${path}`);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
  return { code: response.status, body: (await response.json()) as any };
};

const request = async (): Promise<number> =>
  (await fetch(`${platform.ready}/api/games/list`, { method: 'POST', body: '{}' })).status;

it('serves while the thread of the journal hangs, says so, and ends', async () => {
  expect(await request()).toBe(401);
  expect((await admin('exchanges')).body.rows).toHaveLength(1);
  execFileSync('mkfifo', [pipe()]);
  // Until the thread has come upon it.
  while ((await admin('health')).body.status === 'ok') {
    await request();
    await delay(50);
  }
  expect((await admin('health')).body.degraded).toEqual([expect.stringMatching(/has not answered for \d+ seconds/)]);
  expect(await request()).toBe(401);
  expect(await admin('exchanges')).toMatchObject({
    code: 503,
    body: {
      message: expect.stringContaining('does not answer'),
      remedy: expect.stringContaining('Check that its disk is available'),
    },
  });
  platform.kill('SIGTERM');
  await platform.ended;
  expect(platform.output()).toMatch(/\d+ waited for it when it was closed/);
});
