import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OpenPlatform, openPlatform } from './open-platform.ts';

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
});
afterAll(() => open.close());

const all = '/api/games/get_game_link, /api/games/get_game_link_demo, /api/games/list, ';
const list = '/api/games/list';

/** Paths where nothing is, as they are sent, and what the answer says of them. */
const rows = [
  ['/games/list', `your base URL lacks /api: use ${list}.`],
  ['//Games/list/', `your base URL lacks /api: use ${list}.`],
  ['/list', `use ${list}.`],
  ['/API/games/list', `use ${list}.`],
  ['/Api/Games/List', `use ${list}.`],
  ['/api/games/list/', `use ${list}.`],
  ['/api//games//list', `use ${list}.`],
  ['//api/games/list', `use ${list}.`],
  ['/api/games\\list', `use ${list}.`],
  ['/api/./games/x/../list', `use ${list}.`],
  ['/x/../api/games/list', `use ${list}.`],
  ['/api%2Fgames%2Flist', `use ${list}.`],
  ['/%61pi/games/list', `use ${list}.`],
  ['/api/games/list%20', `use ${list}.`],
  ['/api/api/games/list', `your base URL ends with /api, which is too much: use ${list}.`],
  ['/v1/api/games/list', `your base URL ends with /v1, which is too much: use ${list}.`],
  ['/api/games/list%', `the operations are ${all}`],
  ['/API', `the operations are ${all}`],
  ['/api', `the operations are ${all}`],
  ['/api/%zz', `the operations are ${all}`],
] as const;

const ask = (method: string, path: string) =>
  open.send({ method, path, headers: {}, body: method.startsWith('P') ? '{}' : '' });

describe.each(['POST', 'GET', 'PUT', 'DELETE', 'OPTIONS'])('a %s where nothing is', (method) => {
  it.each(rows)('at %s is not_found in the envelope, and says what was meant', async (path, hint) => {
    const { status, headers, json } = await ask(method, path);
    expect([status, headers['content-type'], json.error]).toEqual([404, 'application/json', 'not_found']);
    expect(json.message).toContain(`No operation at ${path}: ${hint}`);
    expect(open.exchanges.at(-1)).toMatchObject({
      ...{
        id: json.request_id,
        kind: 'other',
        refusal: 'not_found',
        request: { method, url: path },
      },
    });
  });
});

it.each(['/nope', '/'])('a POST at %s names the operations', async (path) => {
  const { json } = await ask('POST', path);
  expect(json.message).toContain(`No operation at ${path}: the operations are ${all}`);
});

it('a POST where nothing is is recorded like any request', async () => {
  const { json } = await open.post('/games/list?x=1', '{"agent_id":1001}', {});
  expect(open.exchanges.at(-1)).toMatchObject({
    ...{ id: json.request_id, kind: 'other', refusal: 'not_found' },
    request: { url: '/games/list?x=1', body: Buffer.from('{"agent_id":1001}') },
  });
});

describe('a GET of a browser where nothing is', () => {
  it('is answered in the envelope, and not recorded', async () => {
    const before = open.exchanges.length;
    const { status, json } = await ask('GET', '/favicon.ico');
    expect([status, json.error, json.status]).toEqual([404, 'not_found', 'error']);
    expect(open.exchanges).toHaveLength(before);
  });

  it('is recorded where it is signed: then it is no browser', async () => {
    const headers = { 'x-signature': 'f' };
    const { json } = await open.send({ method: 'GET', path: '/nope', headers, body: '' });
    expect(open.exchanges.at(-1)?.id).toBe(json.request_id);
  });
});

it.each(['*', 'http://x/games/list', 'http://[/api/games/list', 'http://'])(
  'a target such as %s is answered in the envelope, and is no failure of ours',
  async (target) => {
    const bytes = `OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const text = await open.exchangeBytes(bytes);
    expect(text).toMatch(/^HTTP\/1\.1 40[04] .*"status":"error","error":"(bad_request|not_found)"/s);
    expect(open.errors).toEqual([]);
  },
);
