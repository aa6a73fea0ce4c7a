import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openServer, type PlatformServer } from '../../src/serve/open-server.ts';
import { signBody } from '../../src/signing/sign.ts';
import { openWallet, say, type Wallet } from './open-wallet.ts';
import { games } from './open-wired.ts';
import { serverOptions, type TestOptions } from './server-options.ts';

const token = 'test-token';
const json = { 'Content-Type': 'application/json' };

let wallet: Wallet;
const opened: PlatformServer[] = [];
beforeEach(async () => {
  wallet = await openWallet();
});
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
  await wallet.close();
});

const open = async (more: TestOptions = {}): Promise<PlatformServer> => {
  const server = await openServer(serverOptions({ games, callbackUrl: () => wallet.url, ...more }));
  opened.push(server);
  return server;
};

const post = async ({ url }: PlatformServer, path: string, value: unknown): Promise<Response> =>
  await fetch(`${url}${path}`, { method: 'POST', headers: json, body: JSON.stringify(value) });

const trigger = async (server: PlatformServer, order: object = {}) => {
  const response = await post(server, '/__admin/trigger', { type: 'getBalance', ...order });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
  return { status: response.status, json: (await response.json()) as any };
};

it('keeps no token that the agent sent by mistake', async () => {
  const server = await open();
  const headers = { ...json, 'X-Signature': token };
  const body = '{"agent_id":1001,"api_token":"test-token"}';
  await fetch(`${server.url}/api/games/list`, { method: 'POST', headers, body });
  const kept = (await server.journal.rows({ limit: 1 })).rows[0]?.exchange;
  expect(Buffer.from(kept?.request.body ?? []).toString()).toContain('"api_token":"**********"');
  expect(kept?.request.headers['x-signature']).toBe('**********');
});

/** Everything that the dashboard shows of one exchange, and the events until its judgement. */
const shownOf = async (server: PlatformServer, act: () => Promise<unknown>): Promise<string> => {
  const gone = new AbortController();
  const events = await fetch(`${server.url}/__admin/events`, { signal: gone.signal });
  const ended = act();
  let told = '';
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  while (!told.includes('"kind":"exchange"') || !told.includes('"kind":"account"')) {
    const { value, done } = (await reader?.read()) ?? {};
    if (value === undefined || done === true) throw new Error('The stream of events has ended.');
    told += value;
  }
  gone.abort();
  const result = await ended;
  const id = (await server.journal.rows({ limit: 1 })).rows[0]?.exchange.id;
  const pages = ['/exchanges', `/exchanges/${id}`, '/players', '/sessions', '/setup'];
  const texts = pages.map(async (page) => await (await fetch(`${server.url}/__admin${page}`)).text());
  return [told, JSON.stringify(result), ...(await Promise.all(texts))].join('\n');
};

it('shows no token that the agent answers, and none that it is called with', async () => {
  const server = await open({ callbackUrl: () => `${wallet.url}?key=${token}` });
  wallet.next(say(200, { content: { balance: 5 }, token }));
  const shown = await shownOf(server, async () => await trigger(server, { playerId: `is ${token}` }));
  expect(shown).toContain('is **********');
  expect(shown).toContain('key=***');
  expect(shown).not.toContain(token);
});

it('plays a game: page, platform, agent and journal', async () => {
  const server = await open();
  const order = { playerId: 'player-1', gameId: 101 };
  const session = (await (await post(server, '/__admin/sessions', order)).json()) as SessionJson;
  wallet.next(say(402, { error: `not with ${token}`, message: token }));
  const answer = await (await post(server, `${session.link}/api/start`, {})).text();
  expect(answer).toContain('not with **********');
  expect(answer).not.toContain(token);
  const kept = (await server.journal.rows({ limit: 1 })).rows[0]?.exchange;
  expect(kept).toMatchObject({ origin: 'game', subject: { sessionId: session.sessionId } });
});

interface SessionJson {
  readonly sessionId: string;
  readonly link: string;
}

it('tells in its answer what cannot be done, and how it can', async () => {
  const server = await open({ callbackUrl: () => undefined });
  expect(await trigger(server)).toMatchObject({
    ...{ status: 422, json: { message: expect.stringContaining('No callback URL') } },
  });
});

it('begins links with the public URL, and listens where it was told to', async () => {
  const server = await open({ publicUrl: 'https://play.example.com/wp' });
  const fields = { game_id: 101, player_id: 'player-1', player_username: 'One', currency: 'USD' };
  const about = { language: 'en', home_url: 'https://casino.example/', ip: '203.0.113.7' };
  const ids = { agent_id: 1001, timestamp: Math.floor(Date.now() / 1000), agent_session_id: 's-1' };
  for (const [operation, entrance] of [
    ['get_game_link', 'play'],
    ['get_game_link_demo', 'demo'],
  ] as const) {
    const { agent_session_id: session, ...rest } = ids;
    const own = operation === 'get_game_link' ? { agent_session_id: session } : {};
    const body = JSON.stringify({ ...rest, ...own, ...fields, ...about });
    const headers = { ...json, 'X-Signature': signBody(body, undefined, token) };
    const url = `${server.url}/api/games/${operation}`;
    const answer = await (await fetch(url, { method: 'POST', headers, body })).text();
    expect(answer).toContain(`"url":"https://play.example.com/wp/${entrance}/`);
  }
  const setup = (await (await fetch(`${server.url}/__admin/setup`)).json()) as { baseUrl: string };
  expect(setup.baseUrl).toBe('https://play.example.com/wp');
});

it('begins links with an address that opens on this machine where it listens on all', async () => {
  const server = await open({ host: '0.0.0.0' });
  const { port } = new URL(server.url);
  const setup = (await (await fetch(`http://127.0.0.1:${port}/__admin/setup`)).json()) as {
    baseUrl: string;
  };
  expect([server.url, setup.baseUrl]).toEqual([...[`http://0.0.0.0:${port}`, `http://127.0.0.1:${port}`]]);
});

it('answers a POST that nothing else takes as the platform, and shows it in the traffic', async () => {
  const server = await open();
  const answers = await Promise.all(
    ['/games/list', '/API/games/list', '/', '/play/x'].map((path) => post(server, path, {})),
  );
  for (const answer of answers) {
    expect([answer.status, await answer.json()]).toEqual([
      404,
      expect.objectContaining({ status: 'error', error: 'not_found' }),
    ]);
  }
  expect((await server.journal.rows({ limit: 9 })).rows).toHaveLength(4);
});

it('answers nothing before the example agent is up', async () => {
  let isUp = (): void => undefined;
  const wait = new Promise<void>((resolve) => {
    isUp = resolve;
  });
  const waits: (Promise<void> | undefined)[] = [wait];
  const server = await open({ agentIsUp: () => waits.shift() });
  const told: string[] = [];
  const early = fetch(`${server.url}/__admin/health`).then(() => told.push('early'));
  while (waits.length > 0) await new Promise(setImmediate);
  await fetch(`${server.url}/__admin/health`);
  told.push('up');
  isUp();
  await early;
  expect(told).toEqual(['up', 'early']);
});
