import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Asking, firstAgent, linkOf, type OnTheWire, openOnTheWire, openWitness, sign } from './on-the-wire.ts';

let open: OnTheWire;
let other: Awaited<ReturnType<typeof openWitness>>;
beforeEach(async () => {
  open = await openOnTheWire();
  other = await openWitness();
});
afterEach(async () => {
  await open.close();
  await other.close();
});

const launch = {
  ...{ game_id: 101, player_id: 'p-1', player_username: 'Ann', language: 'en', currency: 'USD' },
  ...{ home_url: 'https://casino.example/', agent_session_id: 'own-1', ip: '203.0.113.7' },
};

/** What a manager orders of the platform while it serves. */
const manage = async (method: string, path: string, order: object = {}) => {
  const headers = { 'Content-Type': 'application/json' };
  const url = `${open.url}/__admin/agents${path}`;
  const response = await fetch(url, { method, headers, body: JSON.stringify(order) });
  const json = (await response.json()) as { readonly token: string };
  return { status: response.status, json };
};

/** Launches a game of that agent, which asks for the balance. */
const play = async (by: Asking): Promise<void> => {
  await open.act(linkOf(await open.ask('get_game_link', launch, by)), 'start');
};

const told = async (by: Asking): Promise<unknown[]> => {
  const { status, json } = await open.ask('list', {}, by);
  return [status, json['error'] ?? json['status']];
};

describe('what a manager gives an agent', () => {
  it('is an agent_id and a token, which sign both directions, and the URL of its callbacks', async () => {
    expect(await told({ agentId: 2001, token: 'whatever' })).toEqual([404, 'agent_not_found']);
    const { status, json } = await manage('POST', '', { id: 2001, callbackUrl: other.url });
    expect(status).toBe(201);
    const by = { agentId: 2001, token: json.token };
    expect(await told(by)).toEqual([200, 'success']);
    expect(await told({ ...by, token: firstAgent.token })).toEqual([403, 'invalid_signature']);
    await play(by);
    expect(open.met).toEqual([]);
    expect(other.met.map(({ body }) => [body['type'], body['agent_id']])).toEqual([['getBalance', 2001]]);
    for (const { headers, body } of other.met) expect(headers['X-Signature']).toBe(sign(body, by));
  });

  it('is another token when it asks for one; the old one counts no more, in either direction', async () => {
    const { json } = await manage('POST', '/1001/token');
    const by = { ...firstAgent, token: json.token };
    expect(by.token).not.toBe(firstAgent.token);
    expect(await told(firstAgent)).toEqual([403, 'invalid_signature']);
    expect(await told(by)).toEqual([200, 'success']);
    await play(by);
    const [callback] = open.met;
    expect(callback?.headers['X-Signature']).toBe(sign(callback?.body, by));
  });

  it('is another URL of its callbacks', async () => {
    await play(firstAgent);
    await manage('PATCH', '/1001', { callbackUrl: other.url });
    await play(firstAgent);
    expect([open.met.length, other.met.length]).toEqual([1, 1]);
  });

  it('is no token: requests are answered api_token_not_found', async () => {
    await manage('DELETE', '/1001/token');
    expect(await told(firstAgent)).toEqual([404, 'api_token_not_found']);
  });
});

it('the base URL that is set is where links begin; else it is where the platform listens', async () => {
  const link = async (platform: OnTheWire): Promise<unknown> => {
    const { json } = await platform.ask('get_game_link', launch);
    const { url } = json['content'] as { readonly url: string };
    return url.replace(/[0-9a-f]{36}$/, 'KEY');
  };
  expect(await link(open)).toBe(`${open.url}/play/KEY`);
  const reached = await openOnTheWire({ publicUrl: 'https://platform.example/base' });
  expect(await link(reached)).toBe('https://platform.example/base/play/KEY');
  await reached.close();
});
