import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Run } from '../../src/formats/run.ts';
import { openAgent } from '../fixtures/open-agent.ts';
import { reportOf } from './report-of.ts';
import { packageFolder, runCli } from './run-cli.ts';
import { startProcess } from './start-process.ts';

const servers: Server[] = [];

/** An agent that is none: its callback URL. */
const listening = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
};

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe('an agent that cannot be judged ends with exit code 3 and says why', () => {
  it('nobody listens', async () => {
    const url = await listening(() => undefined);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    const { code, stdout } = await runCli(['test', url]);

    expect(stdout).toMatch(/nothing listens/i);
    expect(stdout).toContain('Start the agent, or correct the callback URL');
    expect(code).toBe(3);
  });

  it('it answers HTML', async () => {
    const url = await listening((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><h1>Welcome</h1>');
    });
    const { code, stdout } = await runCli(['test', url]);

    expect(stdout).toContain('an HTML page');
    expect(code).toBe(3);
  });

  it('it hangs', async () => {
    const url = await listening(() => undefined);
    const { code, stdout } = await runCli(['test', url, '--timeout', '300ms']);

    expect(stdout).toMatch(/did not answer/);
    expect(code).toBe(3);
  });

  it('it closes the connection', async () => {
    const url = await listening((request) => request.socket.destroy());
    const { code, stdout } = await runCli(['test', url]);

    expect(stdout).toMatch(/closed/);
    expect(code).toBe(3);
  });

  it('the token is another', async () => {
    const agent = await openAgent({});
    const { code, stdout } = await runCli(['test', agent.url, '--token', 'a-wrong-token']);
    await agent.close();

    expect(stdout).toContain('refuses the signature');
    expect(stdout).toContain('--token');
    expect(stdout).not.toContain('a-wrong-token');
    expect(code).toBe(3);
  });
});

const wrongUses: readonly (readonly [what: string, args: string[], words: RegExp])[] = [
  ['no callback URL', ['test'], /No callback URL/],
  ['an unknown requirement', ['test', 'http://127.0.0.1:1/', '--only', 'NOPE-01'], /NOPE-01/],
  ['an unknown source', ['test', 'http://127.0.0.1:1/', '--source', 'law'], /specification, soundness/],
  ['an unknown reporter', ['test', 'http://127.0.0.1:1/', '--reporter', 'xml'], /pretty, json/],
  ['an unknown command', ['tset'], /test/],
  ['an unknown option', ['test', '--onyl', 'IDEM'], /--only/],
  ['a duration that is none', ['test', 'http://127.0.0.1:1/', '--timeout', 'soon'], /500ms, 5s or 1m/],
  ['a URL that is none', ['test', 'localhost:8080/callback'], /callback URL/],
  ['an unknown defect', ['demo', '--defect', 'win-keep'], /win-kept/],
  ['a scenario that is missing', ['play', 'missing.yaml', '--callback-url', 'http://127.0.0.1:1/'], /missing\.yaml/],
  ['a configuration that is missing', ['test', '--config', 'nope.yaml'], /nope\.yaml/],
  ['an unknown list', ['list', 'wishes'], /requirements, scenarios, defects/],
  ['a body that is no JSON', ['sign', join(packageFolder, 'README.md')], /no JSON/],
  ['a dialect that is none', ['sign', '--dialect', 'klingon'], /minimal/],
];

describe('wrong usage ends with exit code 2 and says what to do', () => {
  it.each(wrongUses)('%s', async (_what, args, words) => {
    const { code, stderr } = await runCli(args);

    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/internal error/);
    expect(code).toBe(2);
  });

  it('a port in use', async () => {
    const url = new URL(await listening(() => undefined));
    const folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
    const { code, stderr } = await runCli(['serve', '--port', url.port], { cwd: folder });
    await rm(folder, { recursive: true });

    expect(stderr).toContain(`127.0.0.1:${url.port} is already in use`);
    expect(stderr).toContain('--port');
    expect(code).toBe(2);
  });
});

it('refuses a public callback host unless it is allowed, and sends nothing', async () => {
  const { code, stderr } = await runCli(['test', 'http://203.0.113.7/callback']);

  expect(stderr).toContain('--allow-public-target');
  expect(code).toBe(3);
});

it('writes a partial report when it is interrupted, and ends with exit code 130', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  const file = join(folder, 'report.json');
  const pattern = /^(?:ok|note) +(\S+)/;
  const args = [
    join(packageFolder, 'bin/walletproof.js'),
    'demo',
    '--verbose',
    '--reporter',
    'pretty',
    '--reporter',
    `json=${file}`,
  ];
  const demo = await startProcess(process.execPath, args, { pattern });
  demo.kill('SIGINT');
  const code = await demo.ended;
  const run = JSON.parse(await readFile(file, 'utf8')) as Run;
  await rm(folder, { recursive: true });

  expect(code).toBe(130);
  expect(run.partial).toBe(true);
  expect(run.verdict).toBe('inconclusive');
});

it('keeps the verdict when a report cannot be written, and says so', async () => {
  const { code, stderr } = await runCli(['demo', '--only', 'BET-01', '--reporter', 'json=/dev/full']);

  expect(stderr).toContain('REPORT NOT WRITTEN');
  expect(code).toBe(0);
});

it('warns of a broken should, and fails for it when strict', async () => {
  const agent = await openAgent({ defect: 'html-content-type' });
  const args = ['test', agent.url, '--only', 'BAL'];
  const [lenient, strict] = [await reportOf(args), await reportOf([...args, '--strict'])];
  await agent.close();

  expect([lenient.code, lenient.run.verdict]).toEqual([0, 'conformant']);
  expect([strict.code, strict.run.verdict]).toEqual([1, 'nonconformant']);
});
