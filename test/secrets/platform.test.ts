import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { signBody } from '../../src/signing/sign.ts';
import { findSecrets, type Output, token, withSecrets } from './find-secrets.ts';
import { openEcho } from './open-echo.ts';
import { run, type StartedCommand, start } from './run-command.ts';

const before = process.cwd();
let [folder, url, heard] = ['', '', ''];
let echo: Awaited<ReturnType<typeof openEcho>>;
let serve: StartedCommand;
const leaving = new AbortController();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-secrets-'));
  process.chdir(folder);
  echo = await openEcho();
  process.env['WALLETPROOF_TOKEN'] = token;
  const where = ['--port', '0', '--journal', ':memory:', '--verbose', '--explain'];
  serve = start(['serve', echo.at('right'), ...where]);
  url = await said(/ready on (\S+)/);
  void listen();
});

/** Ends the platform as Ctrl-C does: its log is whole then. */
const stop = async (): Promise<void> => {
  leaving.abort();
  process.emit('SIGINT', 'SIGINT');
  await serve.ended;
};

afterAll(async () => {
  if (!leaving.signal.aborted) await stop();
  process.chdir(before);
  delete process.env['WALLETPROOF_TOKEN'];
  await echo.close();
  await rm(folder, { recursive: true, force: true });
});

const said = async (pattern: RegExp): Promise<string> => {
  for (;;) {
    const [, found] = pattern.exec(serve.written()) ?? [];
    if (found !== undefined) return found;
    await nextTurn();
  }
};

/** Takes every event that a page gets, until the test ends. */
const listen = async (): Promise<void> => {
  const { body } = await fetch(`${url}/__admin/events`, { signal: leaving.signal });
  try {
    for await (const chunk of body ?? []) heard += Buffer.from(chunk as Uint8Array).toString();
  } catch {
    // The test has ended.
  }
};

const outputs: Output[] = [];

const json = { 'content-type': 'application/json' };

/** Asks the admin API; what it says is kept, to be looked through. */
const admin = async (method: string, path: string, body?: unknown): Promise<string> => {
  const init = body === undefined ? { method } : { method, headers: json, body: JSON.stringify(body) };
  const response = await fetch(`${url}/__admin${path}`, init);
  const headers = JSON.stringify([...response.headers]);
  const text = await response.text();
  outputs.push({ of: `${method} ${path}`, text: `${response.status} ${headers} ${text}` });
  return text;
};

/** A callback by hand to the agent as it answers at that path, and the same again. */
const callAt = async (path: 'right' | 'wrong' | 'page' | 'moved', type: string): Promise<void> => {
  await admin('PATCH', '/agents/1001', { callbackUrl: echo.at(path) });
  const sent = JSON.parse(await admin('POST', '/trigger', { type, playerId: 'player-1' }));
  const [id] = sent.exchangeIds as readonly string[];
  await admin('POST', `/exchanges/${id}/resend`, { as: 'same' });
  await admin('POST', '/scenarios/record', { exchangeIds: [id] });
};

/** A request of an agent that says its secrets wherever there is room. */
const askWith = async (path: string, body: string): Promise<void> => {
  const response = await fetch(withSecrets(`${url}${path}`).replace('caller:pass-word-1@', ''), {
    method: 'POST',
    headers: {
      ...{ ...json, 'x-signature': signBody('{}', undefined, token) },
      ...{ authorization: `Basic ${Buffer.from(`1001:${encodeURI(token)}`).toString('base64')}` },
      ...{ cookie: 'session=query-secret-1', 'x-api-key': 'query-secret-1' },
      'x-debug': Buffer.from(token).toString('hex'),
    },
    body,
  });
  await response.text();
};

const playAll = async (): Promise<void> => {
  for (const path of ['right', 'wrong', 'page', 'moved'] as const) {
    for (const type of ['getBalance', 'makeBet', 'rollback']) await callAt(path, type);
  }
  const base64 = Buffer.from(`ab${token}`).toString('base64');
  await askWith('/api/games/list', JSON.stringify({ agent_id: 1001, api_token: token, base64 }));
  await askWith('/api/games/get_game_link', `{"agent_id":1001,"player_id":${JSON.stringify(token)}}`);
  await askWith(`/api/games/${encodeURIComponent(token)}`, token);
  await admin('POST', '/sessions', { playerId: 'player-1', gameId: 101 });
  await admin('POST', '/agents', { id: 1003, callbackUrl: withSecrets('http://8.8.8.8/') });
  await admin('POST', '/agents', { id: 1003, callbackUrl: 'caller:pass-word-1@host' });
  await admin('PATCH', '/agents/1001', { callbackUrl: echo.at('right') });
};

/** Plays one scenario from the page, and waits until its report can be read. */
const playRun = async (): Promise<void> => {
  const scenarios = ['balance/balance-of-now.yaml'].map((file) =>
    (JSON.parse(scenarioList) as readonly { readonly file: string }[]).find((each) => each.file.endsWith(file)),
  );
  await admin('POST', '/runs', { scenarios: scenarios.map((each) => each?.file) });
  for (;;) {
    const runs = JSON.parse(await (await fetch(`${url}/__admin/runs`)).text());
    if (runs[0].state !== 'running') break;
    await nextTurn();
  }
};

let scenarioList = '[]';

/** Everything that the admin API lists, and each thing that has an address of its own. */
const readAll = async (): Promise<void> => {
  const { paths } = JSON.parse(await admin('GET', '/openapi.json'));
  const plain = Object.entries(paths as Readonly<Record<string, object>>)
    .filter(([path, methods]) => 'get' in methods && !path.includes('{') && path !== '/events')
    .map(([path]) => path);
  for (const path of plain) await admin('GET', path);
  const { rows } = JSON.parse(await admin('GET', '/exchanges?limit=200'));
  for (const { id } of rows) await admin('GET', `/exchanges/${encodeURIComponent(id)}`);
  const [finished] = JSON.parse(await admin('GET', '/runs'));
  for (const path of ['', '/report', `/changes?since=${finished.id}`]) {
    await admin('GET', `/runs/${finished.id}${path}`);
  }
};

beforeAll(async () => {
  scenarioList = await admin('GET', '/scenarios');
  await playAll();
  await playRun();
  await readAll();
});

it('shows no secret over the admin API: of agents, exchanges, runs and whatever else it has', () => {
  const told = outputs.map(({ of }) => of).join('\n');
  for (const each of ['GET /setup', 'GET /agents', '/resend', '/record', '/report', 'GET /health']) {
    expect(told).toContain(each);
  }
  const all = outputs.map(({ text }) => text).join('\n');
  expect(all).toContain('://***:***@');
  expect(all).toContain('Basic ***');
  expect(outputs.flatMap(findSecrets)).toEqual([]);
});

it('shows no secret in events', () => {
  expect(heard).toContain('"kind":"exchange"');
  expect(findSecrets({ of: 'events', text: heard })).toEqual([]);
});

it('shows no secret to who manages its agents from the command line', async () => {
  const commands = [
    ['agents', 'list'],
    ['agents', 'list', '--json'],
    ['agents', 'open', '1004', '--token', 'another-token', '--callback-url', echo.at('right')],
    ['agents', 'set', '1004', '--callback-url', echo.at('wrong')],
    ['agents', 'close', '1004'],
  ];
  for (const command of commands) {
    const { code, text } = await run([...command, '--url', url]);
    expect([command, code, findSecrets({ of: command.join(' '), text })]).toEqual([command, 0, []]);
  }
});

it('shows no secret in its log, to the end', async () => {
  await stop();
  expect(serve.written()).toMatch(/callbacks go to http:\/\/\*\*\*:\*\*\*@\S+\?key=\*\*\*/);
  expect(serve.written()).toContain('-> makeBet');
  expect(findSecrets({ of: 'serve', text: serve.written() })).toEqual([]);
});
