import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createAgent } from '../../fixtures/agents/example/index.ts';
import { listen } from '../../src/serve/listen.ts';
import { run } from './run-command.ts';

const before = process.cwd();
const token = 'a-token-of-tests';
let [folder, url] = ['', ''];
let wallet: ReturnType<typeof createAgent>;
let server: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-words-'));
  process.chdir(folder);
  process.env['WALLETPROOF_TOKEN'] = token;
  wallet = createAgent({
    ...{ agentId: 1001, token, database: ':memory:' },
    players: [
      { id: 'player-1', username: 'player-1', purses: { USD: '1000.00', EUR: '500.00' } },
      { id: 'player-2', username: 'player-2', purses: { USD: '800.00' } },
    ],
  });
  server = createServer(async (request, response) => {
    const read = await buffer(request).catch(() => undefined);
    // Its connection was cut before the body was there.
    if (read === undefined) return;
    const text = read.toString();
    const signature = String(request.headers['x-signature'] ?? '').trim();
    const { status, body } = await wallet.answer({ method: 'POST', text, signature });
    const headers = { 'content-type': 'application/json', 'x-echo': request.url ?? '' };
    response.writeHead(status, headers).end(body);
  });
  url = await listen(server, { host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  process.chdir(before);
  delete process.env['WALLETPROOF_TOKEN'];
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  wallet.close();
  await rm(folder, { recursive: true, force: true });
});

const quick = ['--no-color', '--patience', '1ms', '--seed', '7'];

it('a media type in the query charges no wallet with its own', async () => {
  const test = ['test', `${url}/cb?format=application/json`, '--only', 'BAL-06', ...quick];
  await run([...test, '--reporter', 'json=media.json']);
  const { requirements } = JSON.parse(await readFile('media.json', 'utf8'));
  const findings = (requirements as readonly { findings: readonly unknown[] }[]).flatMap((each) => each.findings);
  expect(findings).toEqual([]);
});

it('a run to a URL with the name of a callback in its query is judged again as it was', async () => {
  const test = ['test', `${url}/cb?m=rollback&key=LONGSECRET`, '--only', 'RB-01', ...quick];
  const played = await run([...test, '--reporter', 'json=run.json']);
  const again = await run(['report', 'run.json', '--judge', '--no-color', '--reporter', 'json=again.json']);
  expect([played.code, again.code]).toEqual([0, 0]);
  const [one, other] = await Promise.all(['run.json', 'again.json'].map((file) => readFile(file, 'utf8')));
  expect(JSON.parse(other ?? '').requirements).toEqual(JSON.parse(one ?? '').requirements);
  expect(one).toContain('"x-echo": "/cb?m=rollback&**************"');
});
