import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launch, now, type OpenPlatform, openPlatform } from './open-platform.ts';

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
});
afterAll(() => open.close());

describe('the success envelope', () => {
  it('has the fields of section 2 and nothing else', async () => {
    const { status, headers, json } = await open.call('list');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(Object.keys(json)).toEqual(['status', 'timestamp', 'request_id', 'content']);
    expect(json.status).toBe('success');
    expect(json.timestamp).toBe(new Date(now * 1000).toISOString());
  });

  it('declares the exact length of what it sends', async () => {
    const { headers, text } = await open.call('list');
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  });

  it('carries another request_id each time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => open.call('list')));
    expect(new Set(answers.map(({ json }) => json.request_id)).size).toBe(20);
  });

  it('names neither Express nor an etag', async () => {
    const { headers } = await open.call('list');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('etag');
  });
});

describe('list', () => {
  it('answers the games available to the agent, and their number', async () => {
    const { json } = await open.call('list');
    expect(json.content).toEqual({
      games: [
        {
          id: 101,
          title: 'Lanterns',
          brand: 'North',
          image_url: 'https://g.example/1.png',
          demo: true,
        },
        {
          id: 102,
          title: 'Blackjack',
          brand: 'Felt',
          image_url: 'https://g.example/2.png',
          demo: false,
        },
      ],
      total: 2,
    });
  });

  it('answers each agent its own games', async () => {
    await open.call('list');
    const { json } = await open.call('list', { agent_id: 1003 }, 'other-token-77');
    expect(json.content).toMatchObject({ total: 3 });
  });

  it('ignores unknown fields', async () => {
    const { status } = await open.call('list', { demo: true, freespins: [1, 2], nested: 7 });
    expect(status).toBe(200);
  });
});

describe('get_game_link', () => {
  it('creates a session whose link leads to it', async () => {
    const { status, json } = await open.call('get_game_link', launch);
    expect(status).toBe(200);
    const url = String(json.content['url']);
    expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${open.port}/play/[0-9a-f]{36}$`));
    const opened = open.platform.sessions.open(url.slice(-36));
    expect(opened).toMatchObject({
      kind: 'open',
      session: {
        launch: {
          agentId: 1001,
          agentSessionId: 'agent-session-1',
          gameId: 101,
          playerId: 'player-1',
          playerUsername: 'Player One',
          language: 'en',
          currency: 'USD',
          homeUrl: 'https://casino.example/lobby',
          ip: '203.0.113.7',
        },
        createdAt: now * 1000,
      },
    });
  });

  it('gives each call a session and a link of its own', async () => {
    const first = await open.call('get_game_link', launch);
    const second = await open.call('get_game_link', launch);
    expect(first.json.content).not.toEqual(second.json.content);
  });

  it('processes trimmed strings', async () => {
    const { json } = await open.call('get_game_link', { ...launch, player_id: '  spaced\t' });
    const opened = open.platform.sessions.open(String(json.content['url']).slice(-36));
    expect(opened).toMatchObject({ session: { launch: { playerId: 'spaced' } } });
  });

  it('takes strings of any length', async () => {
    const { status } = await open.call('get_game_link', {
      ...launch,
      player_username: 'x'.repeat(500_000),
    });
    expect(status).toBe(200);
  });
});

describe('get_game_link_demo', () => {
  const { agent_session_id: _, ...demo } = launch;

  it('answers a demo link without agent_session_id and creates no session', async () => {
    const before = open.platform.sessions.active().length;
    const { status, json } = await open.call('get_game_link_demo', demo);
    expect(status).toBe(200);
    const url = String(json.content['url']);
    expect(url).toContain('/demo/');
    expect(open.platform.demos.open(url.slice(-36))).toMatchObject({ demo: { balance: '1000' } });
    expect(open.platform.sessions.active()).toHaveLength(before);
  });

  it.each([
    ['JPY', '12'],
    ['USD', '12.99'],
    ['BTC', '12.999'],
  ])('begins with no more digits than %s has', async (currency, balance) => {
    const own = await openPlatform({ demoBalance: '12.999' });
    const { json } = await own.call('get_game_link_demo', { ...demo, currency });
    const opened = own.platform.demos.open(String(json.content['url']).slice(-36));
    await own.close();
    expect(opened).toMatchObject({ demo: { balance } });
  });

  it('begins with the balance that is set', async () => {
    const own = await openPlatform({ demoBalance: '77.5' });
    const { json } = await own.call('get_game_link_demo', demo);
    const opened = own.platform.demos.open(String(json.content['url']).slice(-36));
    await own.close();
    expect(opened).toMatchObject({ demo: { balance: '77.5' } });
  });

  it('answers game_provider_not_found for a game without demo', async () => {
    const { status, json } = await open.call('get_game_link_demo', { ...demo, game_id: 102 });
    expect([status, json.error]).toEqual([404, 'game_provider_not_found']);
  });
});
