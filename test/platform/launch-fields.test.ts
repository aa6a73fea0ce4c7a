import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Body, launch, now, type OpenPlatform, openPlatform, token } from './open-platform.ts';

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
});
afterAll(() => open.close());

const { agent_session_id: _, ...demo } = launch;

/** Values of every other JSON type. */
const othersThan = {
  integer: [null, '101', 101.5, true, [101], { value: 101 }],
  string: [null, 101, true, ['x'], { value: 'x' }, '', '   '],
} as const;

/** Which values of a field are refused, and by which fields. */
const refusedFields = async (operation: string, request: Body, field: string, value: unknown) => {
  const { status, json } = await open.call(operation, { ...request, [field]: value });
  return [status, json.error, json.errors?.map((problem) => problem.field)];
};

const isRequired = async (
  operation: string,
  request: Body,
  [field, type]: readonly [string, keyof typeof othersThan],
): Promise<void> => {
  for (const value of [undefined, ...othersThan[type]]) {
    const refused = await refusedFields(operation, request, field, value);
    expect([value, ...refused]).toEqual([value, 422, 'validation_error', [field]]);
  }
};

describe('get_game_link', () => {
  it.each([
    ['agent_id', 'integer'],
    ['timestamp', 'integer'],
    ['game_id', 'integer'],
    ['player_id', 'string'],
    ['player_username', 'string'],
    ['language', 'string'],
    ['currency', 'string'],
    ['home_url', 'string'],
    ['agent_session_id', 'string'],
    ['ip', 'string'],
  ] as const)('requires %s, %s', async (...field) => {
    await isRequired('get_game_link', launch, field);
  });

  it('requires nothing else', async () => {
    const { status, json } = await open.call('get_game_link', launch);
    expect([status, Object.keys(json.content)]).toEqual([200, ['url']]);
    expect(json.content['url']).toEqual(expect.stringMatching(/^http:\/\/\S+$/));
  });

  it.each([
    ['game_not_found', 404, { game_id: 9 }],
    ['game_not_available', 403, { game_id: 104 }],
    ['validation_error', 422, { ip: undefined }],
  ])('is answered %s with HTTP %d for %p', async (code, status, fields) => {
    const answer = await open.call('get_game_link', { ...launch, ...fields });
    expect([answer.json.error, answer.status]).toEqual([code, status]);
  });
});

describe('a game session', () => {
  it('is not created where get_game_link is refused', async () => {
    const before = open.platform.sessions.list().length;
    for (const fields of [{ game_id: 9 }, { game_id: 104 }, { ip: 7 }, { timestamp: 1 }]) {
      await open.call('get_game_link', { ...launch, ...fields });
    }
    await open.call('get_game_link', launch, 'another key');
    expect(open.platform.sessions.list()).toHaveLength(before);
  });

  it('is another for each player, whatever else they share', async () => {
    const before = open.platform.sessions.list().length;
    for (const player of ['one', 'two']) {
      await open.call('get_game_link', { ...launch, player_id: player });
    }
    const sessions = open.platform.sessions.list().slice(0, 2);
    expect(sessions.map(({ session }) => session.launch.playerId)).toEqual(['two', 'one']);
    expect(new Set(sessions.map(({ session }) => session.sessionId)).size).toBe(2);
    expect(open.platform.sessions.list()).toHaveLength(before + 2);
  });
});

describe('get_game_link_demo', () => {
  it.each([
    ['agent_id', 'integer'],
    ['timestamp', 'integer'],
    ['game_id', 'integer'],
    ['player_id', 'string'],
    ['player_username', 'string'],
    ['language', 'string'],
    ['currency', 'string'],
    ['home_url', 'string'],
    ['ip', 'string'],
  ] as const)('requires %s, %s', async (...field) => {
    await isRequired('get_game_link_demo', demo, field);
  });

  it.each([{}, { agent_session_id: 'agent-session-1' }])(
    'requires nothing else, and takes %p as well',
    async (more) => {
      const { status, json } = await open.call('get_game_link_demo', { ...demo, ...more });
      expect([status, Object.keys(json.content)]).toEqual([200, ['url']]);
      expect(json.content['url']).toEqual(expect.stringMatching(/^http:\/\/\S+\/demo\/\S+$/));
    },
  );

  it.each([
    ['game_not_found', 404, { game_id: 9 }],
    ['game_not_available', 403, { game_id: 104 }],
    ['game_provider_not_found', 404, { game_id: 102 }],
    ['validation_error', 422, { ip: undefined }],
  ])('is answered %s with HTTP %d for %p', async (code, status, fields) => {
    const answer = await open.call('get_game_link_demo', { ...demo, ...fields });
    expect([answer.json.error, answer.status]).toEqual([code, status]);
  });
});

describe('list', () => {
  it('has games of five fields of their types, and how many they are', async () => {
    const { json } = await open.call('list');
    const games = json.content['games'] as Body[];
    expect(json.content['total']).toBe(games.length);
    for (const game of games) {
      const types = Object.entries(game).map(([name, value]) => `${name} ${typeof value}`);
      expect(types).toEqual([...['id number', 'title string', 'brand string', 'image_url string', 'demo boolean']]);
      expect(Number.isInteger(game['id'])).toBe(true);
    }
    expect(new Set(games.map(({ id }) => id)).size).toBe(games.length);
  });

  it('says of a game whether it has a demo, as get_game_link_demo finds it', async () => {
    const { json } = await open.call('list');
    const games = json.content['games'] as { id: number; demo: boolean }[];
    const found = await Promise.all(
      games.map(async ({ id }) => {
        const { status } = await open.call('get_game_link_demo', { ...demo, game_id: id });
        return status === 200;
      }),
    );
    expect(found).toEqual(games.map((game) => game.demo));
    expect(new Set(found).size).toBe(2);
  });
});

/** Posts those bytes with the signature of that text. */
const post = (body: Body, signed: string) =>
  open.post('/api/games/get_game_link', JSON.stringify(body), {
    'content-type': 'application/json',
    'x-signature': createHmac('sha256', token).update(signed).digest('hex'),
  });

describe('the signature of a request', () => {
  const body = { agent_id: 1001, timestamp: now, ...launch, note: { more: { a: ' inner ' } } };
  const sorted = (fields: Body): string =>
    JSON.stringify(Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))));

  it('is over values that are trimmed inside nested objects as well', async () => {
    const trimmed = { ...body, note: { more: { a: 'inner' } } };
    expect((await post(body, sorted(trimmed))).status).toBe(200);
    const { status, json } = await post(body, sorted(body));
    expect([status, json.error]).toEqual([403, 'invalid_signature']);
  });

  it('is over keys in alphabetical order, whatever their order on the wire', async () => {
    const trimmed = { ...body, note: { more: { a: 'inner' } } };
    const reversed = Object.fromEntries(Object.entries(trimmed).reverse());
    expect((await post(reversed, sorted(trimmed))).status).toBe(200);
    expect((await post(reversed, JSON.stringify(reversed))).status).toBe(403);
  });

  it('is HMAC SHA-256 in hexadecimal under the token of the agent, and no other digest', async () => {
    const trimmed = { ...body, note: { more: { a: 'inner' } } };
    const text = sorted(trimmed);
    const digests = [
      createHmac('sha512', token).update(text).digest('hex'),
      createHmac('sha1', token).update(text).digest('hex'),
      createHmac('sha256', token).update(text).digest('base64'),
    ];
    for (const digest of digests) {
      const headers = { 'content-type': 'application/json', 'x-signature': digest };
      const answer = await open.post('/api/games/get_game_link', JSON.stringify(trimmed), headers);
      expect([answer.status, answer.json.error]).toEqual([403, 'invalid_signature']);
    }
  });
});
