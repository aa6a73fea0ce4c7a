import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { test } from '../../../src/cli/commands/play.ts';
import { captureOutput } from '../capture-output.ts';

let folder: string;

let output: ReturnType<typeof captureOutput>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  output = captureOutput();
});

afterEach(async () => {
  output.end();
  await rm(folder, { recursive: true });
});

it('leaves no report of an earlier run when it is interrupted while it waits for the agent', async () => {
  const file = join(folder, 'run.json');
  await writeFile(file, '{"verdict":"conformant"}');
  const listeners = process.listenerCount('SIGTERM');

  const run = test('http://127.0.0.1:1/callback', {
    ...{ token: 'a-secret-token', color: false, only: ['BAL-01'] },
    ...{ wait: 60_000, reporter: [`json=${file}`] },
  });
  while (process.listenerCount('SIGTERM') === listeners) await delay(5);
  expect((await stat(file)).size).toBe(0);
  process.emit('SIGTERM', 'SIGTERM');

  expect(await run).toBe(130);
  const report: unknown = JSON.parse(await readFile(file, 'utf8'));
  expect(report).toMatchObject({ verdict: 'inconclusive', partial: true, exchanges: [] });
  expect(report).not.toHaveProperty('root');
  expect(output.written.stderr).toContain('INCONCLUSIVE (interrupted)');
});
