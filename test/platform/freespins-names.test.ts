import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfiguration } from '../../src/formats/configuration.ts';
import { type OpenPlatform, openPlatform } from './open-platform.ts';

const grant = { player_id: 'player-1', game_id: 101, currency: 'USD', stake: 0.5 };

describe('fields of free spins that are called otherwise', () => {
  let platform: OpenPlatform;
  beforeAll(async () => {
    platform = await openPlatform({
      freespinsFields: {
        freespins_id: 'bonus_id',
        count: 'spins',
        total: 'spins_total',
        bet: 'stake',
      },
    });
  });
  afterAll(async () => await platform.close());

  it('are read from requests and written in answers by these names', async () => {
    const { json } = await platform.call('freespins_grant', {
      ...grant,
      spins: 7,
      bonus_id: 'b-1',
    });
    expect(json.content).toMatchObject({ bonus_id: 'b-1', spins_total: 7, played: 0 });
    expect(Object.keys(json.content)).not.toContain('freespins_id');
    const deleted = await platform.call('freespins_delete', { bonus_id: 'b-1' });
    expect(deleted.json.content).toEqual({
      bonus_id: 'b-1',
      status: 'deleted',
      played: 0,
      spins_total: 7,
    });
  });

  it('are told by these names where they are wrong', async () => {
    const { status, json } = await platform.call('freespins_grant', {
      ...grant,
      stake: 0.123,
      count: 7,
    });
    expect(status).toBe(422);
    expect(json.errors?.map(({ field }) => field)).toEqual(['spins', 'stake']);
    expect(json.message).toMatch(/^spins: missing; stake: /);
    const deleted = await platform.call('freespins_delete');
    expect(deleted.json.message).toBe('bonus_id: missing; name the pack by it, or by player_id, game_id and currency');
  });

  it('leave the other operations as they are', async () => {
    expect((await platform.call('list')).json.content).toHaveProperty('total');
  });
});

describe('the setting for their names', () => {
  const parse = (names: string) =>
    parseConfiguration({
      text: `quirks:\n  freespinsFields: ${names}\n`,
      file: 'c.yaml',
      env: {},
    }).quirks.freespinsFields;

  it('maps names of ours to others', () => {
    expect(parse('{ count: spins }')).toEqual({ count: 'spins' });
  });

  it.each([
    ['{ cuont: spins }', /count/],
    ['{ count: bet }', /the same name/],
    ['{ count: spins, bet: spins }', /the same name/],
    ['{ count: agent_id }', /the same name/],
  ])('refuses %s', (names, reason) => {
    expect(() => parse(names)).toThrow(reason);
  });
});
