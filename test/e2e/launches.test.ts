import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openJournal } from '../../src/journal/open-journal.ts';
import { idsWith, reportOf } from './report-of.ts';
import { packageFolder, runCli } from './run-cli.ts';
import { type StartedProcess, startProcess } from './start-process.ts';

const token = 'launch-token-5';
const all = Array.from({ length: 9 }, (_, index) => `REQ-0${index + 1}`);
let folder = '';
let port = 0;
let agent: StartedProcess;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return free;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  port = await freePort();
  const main = join(packageFolder, 'dist/bundle/agent/main.js');
  const platform = ['--platform-url', `http://127.0.0.1:${port}`];
  const args = [main, '--port', '0', '--token', token, ...platform];
  agent = await startProcess(process.execPath, args, { pattern: /^agent ready on (\S+)$/ });
  const names = ['player_id', 'player_username', 'game_id', 'currency', 'language'];
  const configuration = [
    'agents:',
    `  - { id: 1001, token: ${token}, players: [{ id: player-1, username: One, currencies: [USD], language: en }] }`,
    'hooks:',
    '  launch:',
    `    url: ${new URL('/launch', agent.ready).href}`,
    `    body: { ${names.map((name) => `${name}: '{${name}}'`).join(', ')} }`,
  ];
  await writeFile(join(folder, 'walletproof.config.yaml'), configuration.join('\n'));
});

afterAll(async () => {
  agent.kill('SIGTERM');
  await agent.ended;
  await rm(folder, { recursive: true });
});

const test = (...args: string[]): string[] => ['test', agent.ready, '--only', 'REQ', ...args];

it('judges what the agent asks of the platform, and keeps it in the journal', async () => {
  const args = test('--port', String(port), '--journal', 'journal.db');
  const { code, run } = await reportOf(args, { cwd: folder });
  expect(idsWith(run, 'passed')).toEqual(all);
  expect(code).toBe(0);
  expect(JSON.stringify(run)).not.toContain(token);
  const journal = await openJournal({ file: join(folder, 'journal.db'), maxExchanges: 1000 });
  const asked = await journal.rows({ limit: 500, direction: 'operation' });
  await journal.close();
  expect(asked.rows.length).toBeGreaterThan(10);
});

it('says what to do when the agent asks elsewhere', async () => {
  const { code, run } = await reportOf(test('--port', String(await freePort())), { cwd: folder });
  expect(idsWith(run, 'skipped')).toEqual(all);
  expect(run.requirements[0]?.reason).toMatch(/sent no request to the platform at .*--port/);
  expect(code).toBe(3);
});

it('says so when the port is taken', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  const { code, stderr } = await runCli(test('--port', String(taken)), { cwd: folder });
  server.close();
  expect(stderr).toContain(`127.0.0.1:${taken} is already in use`);
  expect(code).toBe(2);
});

it('opens no platform where nothing is launched, and says what to configure', async () => {
  const { run } = await reportOf(['test', agent.ready, '--token', token, '--only', 'REQ-01']);
  expect(run.requirements[0]?.reason).toContain('hooks.launch');
});
