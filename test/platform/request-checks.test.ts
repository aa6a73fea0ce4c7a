import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requestChecks } from '../../src/spec/request-checks.ts';
import { launch, now, type OpenPlatform, openPlatform, type Sending, sign } from './open-platform.ts';

const signed = (body: object): Sending['headers'] => ({
  'content-type': 'application/json',
  'x-signature': sign({ ...body }),
});

const right = { agent_id: 1001, timestamp: now, ...launch };
const unknownGame = { ...right, game_id: 999 };
const path = '/api/games/get_game_link';
const json = { 'content-type': 'application/json', 'x-signature': '00' };

/** One request after another, each with one thing mended: with everything wrong at first. */
const upToToken: readonly Sending[] = [
  { method: 'GET', path: '/api/games/nothing', headers: {}, body: '' },
  { method: 'GET', path, headers: {}, body: '' },
  { path, headers: {}, body: '{' },
  { path, headers: { 'x-signature': '00' }, body: '{' },
  { path, headers: json, body: '{"agent_id":"7","timestamp":1}' },
  { path, headers: json, body: '{"agent_id":7,"timestamp":1}' },
  { path, headers: json, body: '{"agent_id":1002,"timestamp":1}' },
];

const withBody = (body: object, headers = signed(body)): Sending => ({
  path,
  headers,
  body: JSON.stringify(body),
});

const orders = {
  'signature-first': [
    withBody({ agent_id: 1001, timestamp: 1 }, json),
    withBody({ agent_id: 1001, timestamp: 1 }),
    withBody({ agent_id: 1001, timestamp: now }),
    withBody(unknownGame),
  ],
  'fields-first': [
    withBody({ agent_id: 1001, timestamp: 1 }, json),
    withBody({ ...unknownGame, timestamp: 1 }, json),
    withBody({ ...unknownGame, timestamp: 1 }),
    withBody(unknownGame),
  ],
} as const;

const expected = (order: keyof typeof orders): string[] =>
  requestChecks
    .map(({ refusal, fieldsFirst }, index) => ({
      code: refusal === 'its own errors' ? 'game_not_found' : refusal,
      place: order === 'fields-first' ? (fieldsFirst ?? index + 1) : index,
    }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ code }) => code);

describe.each(Object.keys(orders) as (keyof typeof orders)[])('with %s', (order) => {
  let platform: OpenPlatform;
  beforeAll(async () => {
    platform = await openPlatform({ checkOrder: order });
  });
  afterAll(() => platform.close());

  it('the checks come in the order of their record', async () => {
    const codes: (string | undefined)[] = [];
    for (const sending of [...upToToken, ...orders[order]]) {
      codes.push((await platform.send(sending)).json.error);
    }
    expect(codes).toEqual(expected(order));
  });

  it('what passes them all is done', async () => {
    expect((await platform.send(withBody(right))).status).toBe(200);
  });
});
