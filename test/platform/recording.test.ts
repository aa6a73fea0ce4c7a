import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Exchange } from '../../src/spec/exchange.ts';
import { launch, now, type OpenPlatform, openPlatform } from './open-platform.ts';

let open: OpenPlatform;
beforeEach(async () => {
  open = await openPlatform();
});
afterEach(() => open.close());

const only = (): Exchange => {
  expect(open.exchanges).toHaveLength(1);
  return open.exchanges[0] as Exchange;
};
const bodyOf = ({ answer }: Exchange): string =>
  answer.kind === 'answered' ? Buffer.from(answer.body).toString() : answer.message;

describe('the record of an operation', () => {
  it('holds the exact bytes, either way, and what it was about', async () => {
    const fields = { ...launch, player_username: 'Игрок \u{1F3B0} ' };
    const { text, json } = await open.call('get_game_link', fields);
    const session = open.platform.sessions.active()[0];
    const exchange = only();
    expect(exchange).toMatchObject({
      id: json.request_id,
      direction: 'operation',
      kind: 'get_game_link',
      subject: {
        agentId: 1001,
        playerId: 'player-1',
        sessionId: session?.sessionId,
        requestId: json.request_id,
      },
      request: { method: 'POST', url: '/api/games/get_game_link' },
      answer: { kind: 'answered', status: 200, headers: { 'content-type': 'application/json' } },
      startedAt: now * 1000,
      durationMs: 0,
    });
    expect(Buffer.from(exchange.request.body).toString()).toBe(
      JSON.stringify({ agent_id: 1001, timestamp: now, ...fields }),
    );
    expect(bodyOf(exchange)).toBe(text);
    expect(exchange.dialect).toEqual(expect.any(String));
    expect(exchange.refusal).toBeUndefined();
  });

  it('has the whole of a list, whose end is always the same bytes', async () => {
    const { text, json } = await open.call('list');
    expect(json.content).toHaveProperty('games.0');
    expect(bodyOf(only())).toBe(text);
  });

  it('names the refusal', async () => {
    await open.call('get_game_link', { ...launch, game_id: 9 });
    expect(only()).toMatchObject({ kind: 'get_game_link', refusal: 'game_not_found' });
  });
});

describe('the record of a request that came to nothing', () => {
  it.each([
    ['/api/games/nope?x=1', 'other', 'not_found'],
    ['/api/games/list', 'list', 'validation_error'],
  ])('is kept for nonsense sent to %s', async (path, kind, refusal) => {
    await open.post(path, 'nonsense', { 'content-type': 'application/json', 'x-signature': 'x' });
    expect(only()).toMatchObject({ kind, refusal, request: { url: path } });
    expect(Buffer.from(only().request.body).toString()).toBe('nonsense');
  });

  it('of HEAD holds no body, as none was sent', async () => {
    await open.send({ method: 'HEAD', path: '/api/games/list', headers: {}, body: '' });
    expect(only()).toMatchObject({ refusal: 'method_not_allowed', answer: { status: 405 } });
    expect(bodyOf(only())).toBe('');
  });

  it('is kept for a request that the agent broke off', async () => {
    const head = `POST /api/games/list HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"a`;
    const over = open.exchangeBytes(`${head}`, () => true);
    await once(open.server, 'request');
    open.server.closeAllConnections();
    await over;
    while (open.exchanges.length === 0) await new Promise(setImmediate);
    expect(only().answer).toMatchObject({ kind: 'failed', failure: 'closed' });
  });
});

describe('a platform that fails', () => {
  it('opens a session whatever becomes of those who are told of it', async () => {
    const failing = await openPlatform(
      {},
      {
        onSession: () => {
          throw new Error('nobody listens');
        },
      },
    );
    expect((await failing.call('get_game_link', launch)).status).toBe(200);
    expect(failing.errors).toEqual([new Error('nobody listens')]);
    await failing.close();
  });

  it('answers internal_error, tells its owner and goes on', async () => {
    const failing = await openPlatform(
      {},
      {
        baseUrl: () => {
          throw new Error('no address');
        },
      },
    );
    const answer = await failing.call('get_game_link', launch);
    expect([answer.status, answer.json.error]).toEqual([500, 'internal_error']);
    expect(answer.text).not.toContain('no address');
    expect(failing.errors).toEqual([new Error('no address')]);
    expect((await failing.call('list')).status).toBe(200);
    await failing.close();
  });

  it('answers even when its journal cannot take the exchange', async () => {
    const failing = await openPlatform(
      {},
      {
        record: () => {
          throw new Error('disk full');
        },
      },
    );
    expect((await failing.call('list')).status).toBe(200);
    expect(failing.errors).toEqual([new Error('disk full')]);
    await failing.close();
  });
});
