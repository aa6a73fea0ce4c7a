import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkFields } from '../../src/platform/check-fields.ts';
import { operations } from '../../src/spec/operation.ts';
import { type Body, launch, now, type OpenPlatform, openPlatform, token } from './open-platform.ts';

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
});
afterAll(() => open.close());

const required = Object.keys(launch);

describe('a required field', () => {
  it.each(required)('%s is missed by name', async (field) => {
    const { status, json } = await open.call('get_game_link', { ...launch, [field]: undefined });
    expect([status, json.message]).toEqual([422, `${field}: missing`]);
    expect(json.errors).toEqual([{ field, reason: 'missing' }]);
  });

  it.each(required)('%s may not be null', async (field) => {
    const { json } = await open.call('get_game_link', { ...launch, [field]: null });
    expect(json.errors?.map((error) => error.field)).toEqual([field]);
  });

  it.each([
    ['game_id', '101', 'expected an integer, got the string "101"'],
    ['game_id', true, 'expected an integer, got true'],
    ['game_id', 101.5, 'expected an integer, got the number 101.5'],
    ['game_id', [101], 'expected an integer, got an array'],
    ['player_id', 7, 'expected a string, got the number 7'],
    ['player_id', { id: 1 }, 'expected a string, got an object'],
    ['player_id', '', 'must not be empty'],
    ['currency', ' \t ', 'must not be empty'],
  ])('%s of %p is refused with the reason', async (field, value, reason) => {
    const { json } = await open.call('get_game_link', { ...launch, [field]: value });
    expect(json.errors).toEqual([{ field, reason }]);
  });

  it('is one of several that the message names together', async () => {
    const { json } = await open.call('get_game_link', { ...launch, ip: undefined, game_id: 'x' });
    expect(json.message).toBe('game_id: expected an integer, got the string "x"; ip: missing');
  });

  it('is not repeated back when it is long', async () => {
    const { json } = await open.call('get_game_link', { ...launch, game_id: 'x'.repeat(5000) });
    expect(json.message).toBe('game_id: expected an integer, got a string of 5000 characters');
  });
});

describe('the quirk validationDetails', () => {
  it('keeps the fields to the message', async () => {
    const terse = await openPlatform({ validationDetails: 'message' });
    const { json } = await terse.call('get_game_link', { ...launch, ip: undefined });
    await terse.close();
    expect(json.message).toBe('ip: missing');
    expect(json).not.toHaveProperty('errors');
  });
});

const grant = {
  agent_id: 1,
  timestamp: 2,
  player_id: 'p',
  game_id: 3,
  currency: 'USD',
  count: 4,
  bet: 0.1,
};
const check = (fields: Body) => {
  const checked = checkFields(operations.freespins_grant.fields, { ...grant, ...fields });
  return checked.kind === 'refused' ? checked.message : checked.fields;
};

describe('fields of other types', () => {
  it.each([0.1, 10, 0.01, 1e-7, 1e-8, 1_234_567.25, 999_999_999_999_999])('takes a bet of %p', (bet) => {
    expect(check({ bet })).toMatchObject({ bet });
  });

  it.each([0, -1, 1e21, 0.1 + 0.2, 1_234_567_890_123_456, '0.1', null, true])('refuses a bet of %p', (bet) => {
    expect(check({ bet })).toContain('bet: expected a');
  });

  it('takes null for an optional field that is left out', () => {
    expect(check({ expires_at: null, freespins_id: null })).toEqual(grant);
  });

  it('takes no field from the prototype of the body', () => {
    const inherited = JSON.parse('{"__proto__":{"player_id":"p"}}') as Body;
    const checked = checkFields(operations.get_game_link.fields, inherited);
    expect(checked.kind === 'refused' && checked.message).toContain('player_id: missing');
  });
});

describe('a date-time', () => {
  it.each(['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.5+03:00', '2030-01-31T12:00Z'])(
    'takes %s for a date-time',
    (time) => {
      expect(check({ expires_at: time })).toMatchObject({ expires_at: time });
    },
  );

  it.each([
    ...['2030-01-31', '2030-01-31T12:00:00', '2030-13-31T12:00:00Z', 'tomorrow', '', 1, true],
    ...['2030-02-30T12:00:00Z', '2031-02-29T12:00:00+02:00', '2030-01-31T24:00:00Z'],
  ])('refuses %p for a date-time', (time) => {
    expect(check({ expires_at: time })).toContain('expires_at: expected an RFC 3339 date-time');
  });
});

describe('a number in a message', () => {
  const post = (text: string) =>
    open.post('/api/games/freespins_grant', text, {
      'content-type': 'application/json',
      'x-signature': signOf(text),
    });
  const signOf = (text: string) => createHmac('sha256', token).update(text).digest('hex');

  it('stands there as it was sent, and its limit with it', async () => {
    const { json } = await post(
      `{"agent_id":1001,"bet":0.00000010000000000000001,"count":9007199254740993,"currency":"BTC","game_id":-1152921504606846976,"player_id":"p","timestamp":${now}}`,
    );
    expect(json.errors).toEqual([
      {
        field: 'game_id',
        reason: 'expected an integer of at least -(2^53 - 1), got the number -1152921504606846976',
      },
      {
        field: 'count',
        reason: 'expected an integer of at most 2^53 - 1, got the number 9007199254740993',
      },
      {
        field: 'bet',
        reason: 'expected a decimal above 0 of at most 15 digits, got the number 0.00000010000000000000001',
      },
    ]);
  });

  it('stands there as it was sent in agent_id, before anything is signed', async () => {
    const { json } = await post('{"agent_id":1.50}');
    expect(json.message).toBe('agent_id: expected an integer, got the number 1.50');
  });

  it('is an integer however it is written', async () => {
    const { status } = await post(
      `{"agent_id":1001,"bet":5e-1,"count":1.0,"currency":"USD","game_id":1.01e2,"player_id":"p","timestamp":${now}}`,
    );
    expect(status).toBe(200);
  });
});

it('a text in place of agent_id is shown trimmed', async () => {
  const { json } = await open.call('list', { agent_id: ' x\t' });
  expect(json.message).toBe('agent_id: expected an integer, got the string "x"');
});
