import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenPlatform } from './open-platform.ts';
import { openPlatform } from './open-platform.ts';

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
  open.platform.app.use(open.platform.strays);
});
afterAll(() => open.close());

const all = '/api/games/get_game_link, /api/games/get_game_link_demo, /api/games/list, ';

describe('a POST where nothing is', () => {
  it.each([
    ['/games/list', 'your base URL lacks /api: use /api/games/list.'],
    ['//Games/list/', 'your base URL lacks /api: use /api/games/list.'],
    ['/API/games/list', 'use /api/games/list.'],
    ['/nope', `the operations are ${all}`],
    ['/', `the operations are ${all}`],
    ['/api', `the operations are ${all}`],
  ])('at %s is not_found in the envelope, and says what was meant', async (path, hint) => {
    const { status, headers, json } = await open.post(path, '{"agent_id":1001}', {});
    expect([status, headers['content-type'], json.error]).toEqual([
      404,
      'application/json',
      'not_found',
    ]);
    expect(json.message).toContain(`No operation at ${path}: ${hint}`);
  });

  it('is recorded like any request', async () => {
    const { json } = await open.post('/games/list?x=1', '{"agent_id":1001}', {});
    expect(open.exchanges.at(-1)).toMatchObject({
      ...{ id: json.request_id, kind: 'other', refusal: 'not_found' },
      request: { url: '/games/list?x=1', body: Buffer.from('{"agent_id":1001}') },
    });
  });
});

it('a GET where nothing is finds no page', async () => {
  const { status, text } = await open.send({ method: 'GET', path: '/nope', headers: {}, body: '' });
  expect([status, text]).toEqual([404, expect.stringContaining('Cannot GET /nope')]);
});
