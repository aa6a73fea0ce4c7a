import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { withScales } from '../../src/base/money.ts';
import { type Answered, launch, now, type OpenPlatform, openPlatform } from './open-platform.ts';

let open: OpenPlatform;

beforeEach(async () => {
  open = await openPlatform();
});

afterEach(() => open.close());

const grant = { player_id: 'player-1', game_id: 101, currency: 'USD', count: 10, bet: 0.5 };

const holder = { player_id: 'player-1', game_id: 101, currency: 'USD' };

const idOf = ({ json }: Answered): string => String(json.content['freespins_id']);

const inAnHour = new Date((now + 3600) * 1000).toISOString();

describe('freespins_grant', () => {
  it('answers the pack', async () => {
    const answer = await open.call('freespins_grant', {
      ...grant,
      freespins_id: 'fs-1',
      expires_at: '2030-01-31T12:00:00+02:00',
    });
    expect(answer.json.content).toEqual({
      freespins_id: 'fs-1',
      player_id: 'player-1',
      game_id: 101,
      currency: 'USD',
      total: 10,
      played: 0,
      status: 'active',
      expires_at: '2030-01-31T10:00:00.000Z',
    });
  });

  it('makes up an id, another each time, for a pack that never expires', async () => {
    const first = await open.call('freespins_grant', grant);
    const second = await open.call('freespins_grant', grant);
    expect(first.json.content['expires_at']).toBeNull();
    expect(idOf(first)).not.toBe(idOf(second));
  });

  it('answers a repeat with the same id the same, and grants no more', async () => {
    const first = await open.call('freespins_grant', { ...grant, freespins_id: 'fs-1' });
    const repeat = await open.call('freespins_grant', { ...grant, freespins_id: 'fs-1' });
    expect(repeat.json.content).toEqual(first.json.content);
    await open.call('freespins_delete', { freespins_id: 'fs-1' });
    expect((await open.call('freespins_delete', holder)).status).toBe(404);
  });
});

describe('a grant that is repeated', () => {
  const short = { ...grant, freespins_id: 'fs-1', expires_at: inAnHour };

  it('answers the pack as it is now once it is expired', async () => {
    await open.call('freespins_grant', short);
    open.time.seconds += 3600;
    const { status, json } = await open.call('freespins_grant', short);
    expect([status, json.content['status'], json.content['played']]).toEqual([200, 'finished', 0]);
  });

  it('answers the pack as it is now once it is deleted', async () => {
    await open.call('freespins_grant', short);
    await open.call('freespins_delete', { freespins_id: 'fs-1' });
    open.time.seconds += 7200;
    const { status, json } = await open.call('freespins_grant', short);
    expect([status, json.content['status']]).toEqual([200, 'deleted']);
  });

  it('is refused where it expires at another time that is past', async () => {
    await open.call('freespins_grant', short);
    open.time.seconds += 7200;
    const earlier = new Date((now + 1800) * 1000).toISOString();
    const { status, json } = await open.call('freespins_grant', { ...short, expires_at: earlier });
    expect([status, json.message]).toEqual([422, 'expires_at: is in the past']);
  });
});

describe('freespins_grant with an id of the agent', () => {
  it.each([{ count: 11 }, { bet: 0.6 }, { player_id: 'other' }, { expires_at: inAnHour }])(
    'refuses a known id with %p',
    async (other) => {
      await open.call('freespins_grant', { ...grant, freespins_id: 'fs-1' });
      const answer = await open.call('freespins_grant', {
        ...grant,
        freespins_id: 'fs-1',
        ...other,
      });
      expect([answer.status, answer.json.message]).toEqual([
        422,
        'freespins_id: already granted with other parameters',
      ]);
    },
  );

  it('keeps the ids of two agents apart', async () => {
    await open.call('freespins_grant', { ...grant, freespins_id: 'fs-1' });
    const other = { ...grant, freespins_id: 'fs-1', agent_id: 1003, count: 3 };
    expect((await open.call('freespins_grant', other, 'other-token-77')).status).toBe(200);
  });
});

describe('freespins_grant of something wrong', () => {
  it.each([
    [{ count: 0 }, 'count: expected 1 to 1000, got 0'],
    [{ count: 1001 }, 'count: expected 1 to 1000, got 1001'],
    [{ expires_at: new Date(now * 1000).toISOString() }, 'expires_at: is in the past'],
    [{ bet: 0.001 }, 'bet: 0.001 is finer than the currency: USD has 2 decimals'],
    [{ bet: 0.5, currency: 'JPY' }, 'bet: 0.5 is finer than the currency: JPY has 0 decimals'],
    [{ bet: 1e-9, currency: 'BTC' }, 'bet: 0.000000001 is finer than the currency: BTC has 8 decimals'],
  ])('refuses %p', async (fields, message) => {
    const answer = await open.call('freespins_grant', { ...grant, ...fields });
    expect([answer.status, answer.json.message]).toEqual([422, message]);
  });

  it.each([
    [9, 'game_not_found'],
    [104, 'game_not_available'],
  ])('minds game %p', async (gameId, error) => {
    const { json } = await open.call('freespins_grant', { ...grant, game_id: gameId });
    expect(json.error).toBe(error);
  });
});

describe('freespins_grant of much that is wrong', () => {
  const wrong = { ...grant, count: 0, bet: 0, expires_at: '2020-01-01T00:00:00Z', game_id: 'x' };
  const fieldsOf = ({ json }: Answered) => json.errors?.map(({ field }) => field);

  it('names all of it at once', async () => {
    const answer = await open.call('freespins_grant', wrong);
    expect(fieldsOf(answer)).toEqual(['game_id', 'count', 'bet', 'expires_at']);
  });

  it('names all of it before the signature where fields come first', async () => {
    const fieldsFirst = await openPlatform({ checkOrder: 'fields-first' });
    const answer = await fieldsFirst.call('freespins_grant', wrong, 'wrong key');
    await fieldsFirst.close();
    expect(fieldsOf(answer)).toEqual(['game_id', 'count', 'bet', 'expires_at']);
  });
});

describe('the bet of a pack', () => {
  const granted = async (fields: object) => {
    await open.call('freespins_grant', { ...grant, ...fields });
    return open.platform.packs.list().map(({ bet }) => bet);
  };

  it('is as small as the currency', async () => {
    expect(await granted({ bet: 0.00000001, currency: 'BTC' })).toEqual(['0.00000001']);
  });

  it('is as fine as the currency is declared', async () => {
    const declared = await withScales({ USDT: 2, JPY: 3 }, () => openPlatform());
    const call = async (fields: object) =>
      (await declared.call('freespins_grant', { ...grant, ...fields })).json.message;
    expect(await call({ bet: 0.001, currency: 'USDT' })).toContain('USDT has 2 decimals');
    expect(await call({ bet: 0.001, currency: 'JPY' })).toBeUndefined();
    await declared.close();
  });
});

describe('freespins_delete', () => {
  it('removes a pack by its id, once', async () => {
    await open.call('freespins_grant', { ...grant, freespins_id: 'fs-1' });
    const first = await open.call('freespins_delete', { freespins_id: 'fs-1' });
    expect(first.json.content).toEqual({
      freespins_id: 'fs-1',
      status: 'deleted',
      played: 0,
      total: 10,
    });
    const second = await open.call('freespins_delete', { freespins_id: 'fs-1' });
    expect([second.status, second.json.error]).toEqual([404, 'freespins_not_found']);
  });

  it('removes the first granted of the packs of a player, game and currency', async () => {
    const first = await open.call('freespins_grant', grant);
    const second = await open.call('freespins_grant', grant);
    expect(idOf(await open.call('freespins_delete', holder))).toBe(idOf(first));
    expect(idOf(await open.call('freespins_delete', holder))).toBe(idOf(second));
  });
});

describe('freespins_delete of something else', () => {
  it.each([{ player_id: 'other' }, { game_id: 102 }, { currency: 'EUR' }])(
    'does not find the pack with %p',
    async (other) => {
      await open.call('freespins_grant', grant);
      const { json } = await open.call('freespins_delete', { ...holder, ...other });
      expect(json.error).toBe('freespins_not_found');
    },
  );

  it('does not find the pack of another agent', async () => {
    await open.call('freespins_grant', { ...grant, freespins_id: 'fs-1' });
    const other = { agent_id: 1003, freespins_id: 'fs-1' };
    const { json } = await open.call('freespins_delete', other, 'other-token-77');
    expect(json.error).toBe('freespins_not_found');
  });

  it('does not find an expired pack', async () => {
    await open.call('freespins_grant', { ...grant, freespins_id: 'a', expires_at: inAnHour });
    open.time.seconds += 3600;
    expect((await open.call('freespins_delete', { freespins_id: 'a' })).status).toBe(404);
    expect((await open.call('freespins_delete', holder)).status).toBe(404);
  });

  it('does not find a pack that was played to its end', async () => {
    const { packs, sessions } = open.platform;
    await open.call('get_game_link', launch);
    await open.call('freespins_grant', { ...grant, count: 1, freespins_id: 'a' });
    const [session] = sessions.active();
    const pack = packs.find(1001, 'a');
    if (session === undefined || pack === undefined) throw new Error('There is no pack.');
    packs.play(pack, { win: '0', session });
    packs.finish(pack);
    const { status, json } = await open.call('freespins_delete', { freespins_id: 'a' });
    expect([status, json.error]).toEqual([404, 'freespins_not_found']);
    expect((await open.call('freespins_delete', holder)).status).toBe(404);
  });

  it('says how to name a pack', async () => {
    const { status, json } = await open.call('freespins_delete', { player_id: 'player-1' });
    expect([status, json.message]).toEqual([
      422,
      'freespins_id: missing; name the pack by it, or by player_id, game_id and currency',
    ]);
  });
});

/** A pack of ten of which three are played. */
const begin = async ({ call, platform: { packs, sessions } }: OpenPlatform): Promise<void> => {
  await call('get_game_link', launch);
  await call('freespins_grant', { ...grant, freespins_id: 'fs-1' });
  const [session] = sessions.active();
  const pack = packs.find(1001, 'fs-1');
  if (session === undefined || pack === undefined) throw new Error('There is no pack.');
  for (let spin = 0; spin < 3; spin += 1) packs.play(pack, { win: '0', session });
};

describe('a pack that was begun', () => {
  it('is deleted by default', async () => {
    await begin(open);
    const { text } = await open.call('freespins_delete', { freespins_id: 'fs-1' });
    expect(text).toContain('"content":{"freespins_id":"fs-1","status":"deleted","played":3,"total":10}');
  });

  it('is kept where the quirk rejects its deletion', async () => {
    const rejecting = await openPlatform({ deleteStartedPack: 'reject' });
    await begin(rejecting);
    const { status, json } = await rejecting.call('freespins_delete', { freespins_id: 'fs-1' });
    await rejecting.close();
    expect([status, json.error]).toEqual([422, 'validation_error']);
    expect(json.message).toBe('freespins_id: 3 of 10 are already played');
  });
});
