// Both clients are generated: what agents ask (docs/platform.openapi.json), and what tests order (/__admin/openapi.json).
import { equal, ok } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import createClient, { type Middleware } from 'openapi-fetch';
import type { paths as AdminPaths } from './admin.js';
import type { components, paths as PlatformPaths } from './platform.js';

const url = process.env['PLATFORM_URL'] ?? '';

const admin = createClient<AdminPaths>({ baseUrl: `${url}/__admin` });

type Callback = components['schemas']['GetBalanceCallback' | 'MakeBetCallback' | 'RollbackCallback'];
type Balance = components['schemas']['BalanceAnswer'];

let balance = 100;
const settled = new Map<string, number>();

/** The wallet, typed by the callbacks of the document. */
const answer = (callback: Callback): Balance => {
  if (callback.type === 'makeBet' && !settled.has(callback.transaction_id)) {
    settled.set(callback.transaction_id, callback.win - callback.bet);
    balance += callback.win - callback.bet;
  }
  if (callback.type === 'rollback') {
    balance -= settled.get(callback.transaction_id) ?? 0;
    settled.set(callback.transaction_id, 0);
  }
  return { content: { balance } };
};

const wallet = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answer(JSON.parse(text) as Callback)));
});

/** Section 5: the body with its keys sorted, signed with the token. */
const signing = (token: string): Middleware => ({
  onRequest: async ({ request }) => {
    const body = (await request.clone().json()) as Record<string, unknown>;
    const sorted = JSON.stringify(Object.fromEntries(Object.entries(body).sort()));
    request.headers.set('X-Signature', createHmac('sha256', token).update(sorted).digest('hex'));
    return request;
  },
});

let id = 0;
let token = '';
before(async () => {
  wallet.listen(0, '127.0.0.1');
  await once(wallet, 'listening');
  const { port } = wallet.address() as AddressInfo;
  const callbackUrl = `http://127.0.0.1:${port}/callback`;
  const { data } = await admin.POST('/agents', { body: { callbackUrl } });
  id = data?.agent.id ?? 0;
  token = data?.token ?? '';
});
after(() => wallet.close());

/** Written by the middleware; the document asks for it in the call. */
const header = { 'X-Signature': '' };
const now = (): number => Math.floor(Date.now() / 1000);

test('an agent lists games, opens one, and is granted free spins', async () => {
  const platform = createClient<PlatformPaths>({ baseUrl: url });
  platform.use(signing(token));
  const list = await platform.POST('/api/games/list', {
    params: { header },
    body: { agent_id: id, timestamp: now() },
  });
  const game = list.data?.content.games[0];
  ok(game !== undefined && list.data?.content.total === list.data?.content.games.length);
  const player = { player_id: 'p-1', player_username: 'One', language: 'en', currency: 'USD' };
  const launch = {
    agent_id: id,
    game_id: game.id,
    home_url: 'https://casino.example/',
    ip: '203.0.113.7',
  };
  const linked = await platform.POST('/api/games/get_game_link', {
    params: { header },
    body: { ...launch, ...player, timestamp: now(), agent_session_id: 's-1' },
  });
  ok(linked.data?.content.url.includes('/play/'));
  const demo = await platform.POST('/api/games/get_game_link_demo', {
    params: { header },
    body: { ...launch, ...player, timestamp: now() },
  });
  ok(demo.data?.content.url.includes('/demo/'));
  const refused = await platform.POST('/api/games/list', {
    params: { header },
    body: { agent_id: 999_999, timestamp: now() },
  });
  equal(refused.error?.error, 'agent_not_found');
});

// @ts-expect-error A request without its timestamp is no request: it does not compile.
export const incomplete: components['schemas']['ListRequest'] = { agent_id: 1 };

test('a test orders callbacks and reads what came of them', async () => {
  const order = { agentId: id, playerId: 'p-1', currency: 'USD' };
  const made = await admin.POST('/trigger', { body: { ...order, type: 'makeBet', bet: '10' } });
  const [callback] = made.data?.callbacks ?? [];
  equal(callback?.verdict, 'right');
  const path = { id: callback?.exchangeId ?? '' };
  await admin.POST('/exchanges/{id}/resend', { params: { path }, body: { as: 'exact' } });
  await admin.POST('/exchanges/{id}/rollback', { params: { path } });
  const exchanges = await admin.GET('/exchanges', { params: { query: { agentId: id } } });
  equal(
    exchanges.data?.rows.every(({ agentId }) => agentId === id),
    true,
  );
  const verdict = await admin.GET('/agents/{id}/verdict', { params: { path: { id: String(id) } } });
  equal(verdict.data?.verdict, 'conformant', verdict.data?.text);
});

test('a fault is for one agent, and gone with it', async () => {
  const body = { direction: 'callback', fault: 'answer-lost', times: 1, agentId: id } as const;
  equal((await admin.POST('/faults', { body })).data?.agentId, id);
  const ended = await admin.DELETE('/agents/{id}', { params: { path: { id: String(id) } } });
  equal(ended.data?.id, id);
  equal((await admin.GET('/faults')).data?.length, 0);
  const gone = await admin.GET('/agents/{id}/verdict', { params: { path: { id: String(id) } } });
  equal(gone.error?.error, 'not_found');
});
