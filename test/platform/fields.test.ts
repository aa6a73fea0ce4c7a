import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkFields } from '../../src/platform/check-fields.ts';
import { operations } from '../../src/spec/operation.ts';
import type { Body, OpenPlatform } from './open-platform.ts';
import { launch, openPlatform } from './open-platform.ts';

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

describe('fields of other types', () => {
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

  it.each([0.1, 10, 0.01, 1_234_567.25, 999_999_999_999_999])('takes a bet of %p', (bet) => {
    expect(check({ bet })).toMatchObject({ bet });
  });

  it.each([0, -1, 1e21, 1e-7, 0.1 + 0.2, 1_234_567_890_123_456, '0.1', null, true])(
    'refuses a bet of %p',
    (bet) => {
      expect(check({ bet })).toContain('bet: expected a');
    },
  );

  it.each(['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.5+03:00', '2030-01-31T12:00Z'])(
    'takes %s for a date-time',
    (time) => {
      expect(check({ expires_at: time })).toMatchObject({ expires_at: time });
    },
  );

  it.each(['2030-01-31', '2030-01-31T12:00:00', '2030-13-31T12:00:00Z', 'tomorrow', '', 1, true])(
    'refuses %p for a date-time',
    (time) => {
      expect(check({ expires_at: time })).toContain('expires_at: expected an ISO 8601 date-time');
    },
  );

  it('takes null for an optional field that is left out', () => {
    expect(check({ expires_at: null, freespins_id: null })).toEqual(grant);
  });

  it('takes no field from the prototype of the body', () => {
    const inherited = JSON.parse('{"__proto__":{"player_id":"p"}}') as Body;
    const checked = checkFields(operations.get_game_link.fields, inherited);
    expect(checked.kind === 'refused' && checked.message).toContain('player_id: missing');
  });
});
