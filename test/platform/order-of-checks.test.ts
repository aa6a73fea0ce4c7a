import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launch, now, type OpenPlatform, openPlatform, sign, signUntrimmed } from './open-platform.ts';

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
});
afterAll(() => open.close());

const link = '/api/games/get_game_link';
const json = { 'content-type': 'application/json' };
const old = { timestamp: now - 10_000 };

describe('each check comes before the next', () => {
  it('answers not_found before it minds the method', async () => {
    const answer = await open.send({
      method: 'GET',
      path: '/api/games/nope',
      headers: {},
      body: '',
    });
    expect([answer.status, answer.json.error]).toEqual([404, 'not_found']);
  });

  it('answers method_not_allowed, and which is, before it minds the signature', async () => {
    const answer = await open.send({ method: 'PUT', path: link, headers: {}, body: 'x' });
    expect([answer.status, answer.json.error]).toEqual([405, 'method_not_allowed']);
    expect(answer.headers['allow']).toBe('POST');
  });

  it('answers signature_required before it reads the JSON', async () => {
    const answer = await open.post(link, 'not json', json);
    expect([answer.status, answer.json.error]).toEqual([401, 'signature_required']);
  });

  it('takes an empty signature for a missing one', async () => {
    const answer = await open.post(link, '{}', { ...json, 'x-signature': '  ' });
    expect([answer.status, answer.json.error]).toEqual([401, 'signature_required']);
  });
});

describe('the agent is looked for after the JSON and before the signature', () => {
  it('answers validation_error for the JSON before it looks for the agent', async () => {
    const answer = await open.post(link, '{"agent_id":9', { ...json, 'x-signature': 'x' });
    expect([answer.status, answer.json.error]).toEqual([422, 'validation_error']);
    expect(answer.json.message).toBe('body: not valid JSON');
  });

  it.each([
    [undefined, 'agent_id: missing'],
    ['1001', 'agent_id: expected an integer, got the string "1001"'],
    [1001.5, 'agent_id: expected an integer, got the number 1001.5'],
    [true, 'agent_id: expected an integer, got true'],
    [null, 'agent_id: expected an integer, got null'],
  ])('names agent_id %p alone, before the signature', async (agentId, message) => {
    const body = JSON.stringify({ agent_id: agentId, ...old });
    const answer = await open.post(link, body, { ...json, 'x-signature': 'wrong' });
    expect([answer.status, answer.json.message]).toEqual([422, message]);
  });

  it('answers agent_not_found before it checks the signature', async () => {
    const answer = await open.call('list', { agent_id: 9, ...old }, 'any');
    expect([answer.status, answer.json.error]).toEqual([404, 'agent_not_found']);
  });

  it('answers api_token_not_found before it checks the signature', async () => {
    const answer = await open.call('list', { agent_id: 1002, ...old }, 'any');
    expect([answer.status, answer.json.error]).toEqual([404, 'api_token_not_found']);
  });
});

describe('the request is judged after its signature', () => {
  it('answers invalid_signature before it minds the age', async () => {
    const answer = await open.call('get_game_link', old, 'wrong key');
    expect([answer.status, answer.json.error]).toEqual([403, 'invalid_signature']);
  });

  it('answers request_expired before it minds the fields', async () => {
    const answer = await open.call('get_game_link', old);
    expect([answer.status, answer.json.error]).toEqual([400, 'request_expired']);
  });

  it('answers validation_error before it looks for the game', async () => {
    const answer = await open.call('get_game_link', { ...launch, game_id: 9, ip: 7 });
    expect([answer.status, answer.json.error]).toEqual([422, 'validation_error']);
  });

  it('answers game_not_found for an unknown game', async () => {
    const answer = await open.call('get_game_link', { ...launch, game_id: 9 });
    expect([answer.status, answer.json.error]).toEqual([404, 'game_not_found']);
  });

  it('answers game_not_available for a game kept from this agent', async () => {
    const answer = await open.call('get_game_link', { ...launch, game_id: 104 });
    expect([answer.status, answer.json.error]).toEqual([403, 'game_not_available']);
  });
});

describe('where the fields are checked first', () => {
  let fieldsFirst: OpenPlatform;
  beforeAll(async () => {
    fieldsFirst = await openPlatform({ checkOrder: 'fields-first' });
  });
  afterAll(() => fieldsFirst.close());

  it.each([
    ['the agent, before the fields', { agent_id: 9, ...old }, 'any', 'agent_not_found'],
    ['the token, before the fields', { agent_id: 1002, ...old }, 'any', 'api_token_not_found'],
    ['the fields, before the signature', { ...old, game_id: 'x' }, 'wrong', 'validation_error'],
    ['the signature, before the age', { ...launch, ...old }, 'wrong', 'invalid_signature'],
    ['the age, before the game', { ...launch, ...old, game_id: 9 }, undefined, 'request_expired'],
    ['the game, last', { ...launch, game_id: 9 }, undefined, 'game_not_found'],
  ])('minds %s', async (_, fields, key, code) => {
    const answer = await fieldsFirst.call('get_game_link', fields, key);
    expect(answer.json.error).toBe(code);
  });

  it('answers a right request, and records its dialect', async () => {
    const answer = await fieldsFirst.call('get_game_link', launch);
    expect(answer.status).toBe(200);
    expect(fieldsFirst.exchanges.at(-1)).toMatchObject({ dialect: 'minimal', refusal: undefined });
  });
});

describe('the error envelope', () => {
  it('has the fields of section 2', async () => {
    const { json: body } = await open.call('get_game_link', { ...launch, game_id: 9 });
    expect(Object.keys(body)).toEqual(['status', 'error', 'message', 'timestamp', 'request_id']);
    expect(body).toMatchObject({ status: 'error', timestamp: new Date(now * 1000).toISOString() });
  });
});

describe('the signature', () => {
  it('of another agent does not count', async () => {
    const answer = await open.call('list', {}, 'other-token-77');
    expect(answer.json.error).toBe('invalid_signature');
  });

  it('covers every field', async () => {
    const body = { agent_id: 1001, timestamp: now };
    const answer = await open.post('/api/games/list', JSON.stringify({ ...body, more: 1 }), {
      ...json,
      'x-signature': sign(body),
    });
    expect(answer.json.error).toBe('invalid_signature');
  });

  it('is over trimmed data', async () => {
    const body = { agent_id: 1001, timestamp: now, ...launch, player_username: 'Player One ' };
    const post = (signature: string) => open.post(link, JSON.stringify(body), { ...json, 'x-signature': signature });
    expect((await post(sign(body))).status).toBe(200);
    expect((await post(signUntrimmed(body))).json.error).toBe('invalid_signature');
  });
});

describe('paths', () => {
  it.each([
    ['/api/games/list/', 'use /api/games/list.'],
    ['//api/games/list', 'use /api/games/list.'],
    ['/api/games/LIST', 'use /api/games/list.'],
    ['/api/games//list', 'use /api/games/list.'],
    ['/api/games/%zz%00', 'the operations are'],
    ['/api', 'the operations are'],
    ['/api/', 'the operations are'],
  ])('%s is no operation, and the answer helps', async (path, hint) => {
    const answer = await open.post(path, '{}', json);
    expect([answer.status, answer.json.error]).toEqual([404, 'not_found']);
    expect(answer.json.message).toContain(hint);
  });

  it('leaves a path that only looks like /api to others', async () => {
    open.platform.app.post('/apiary', (_request, response) => {
      response.json({});
    });
    const answer = await open.post('/apiary', '{}', json);
    expect(answer.json.error).toBeUndefined();
  });

  it('ignores a query string', async () => {
    const body = { agent_id: 1001, timestamp: now };
    const answer = await open.post('/api/games/list?debug=%zz&a[b]=1', JSON.stringify(body), {
      ...json,
      'x-signature': sign(body),
    });
    expect(answer.status).toBe(200);
  });

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
    '%s on an operation is not allowed',
    async (method) => {
      const answer = await open.send({ method, path: link, headers: {}, body: '' });
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST']);
    },
  );
});
