import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type OpenWired, openWired } from './open-wired.ts';

let open: OpenWired;
let sessionId = '';
beforeEach(async () => {
  open = await openWired();
  ({ sessionId } = open.admin.sessions.launch({ playerId: 'player-1', gameId: 103 }));
});
afterEach(async () => await open.close());

const grant = (gameId = 103) =>
  open.admin.packs.grant({ playerId: 'player-1', gameId, currency: 'USD', total: 3, bet: '1' });

const trigger = async (order: object = {}) => {
  await open.admin.callbacks.trigger({ type: 'getBalance', sessionId, ...order });
  return open.wallet.arrived.at(-1)?.json;
};

const progress = { accumulated_win: 0, is_finish: false, played: 0, total: 3 };

describe('a getBalance by hand', () => {
  it('tells of the active pack of its session, as every other does', async () => {
    expect(await trigger()).not.toHaveProperty('freespins');
    grant();
    expect(await trigger()).toMatchObject({ game_id: 103, freespins: progress });
  });

  it('tells of no pack of another player, currency or game', async () => {
    grant(101);
    expect(await trigger()).not.toHaveProperty('freespins');
    grant();
    expect(await trigger({ playerId: 'player-2' })).not.toHaveProperty('freespins');
    expect(await trigger({ currency: 'EUR' })).not.toHaveProperty('freespins');
  });

  it('tells what the order says instead', async () => {
    grant();
    const freespins = { played: 2, total: 2, isFinish: true, accumulatedWin: '5' };
    expect(await trigger({ freespins })).toMatchObject({
      freespins: { played: 2, total: 2, is_finish: true, accumulated_win: 5 },
    });
  });
});

it('a getBalance before a bet by hand is of the game of its session, and tells of its pack', async () => {
  grant();
  await open.admin.callbacks.trigger({ type: 'makeBet', bet: '1', sessionId });
  const [asked, bet] = open.wallet.arrived.map(({ json }) => json);
  expect(asked).toMatchObject({
    ...{ type: 'getBalance', session_id: sessionId, game_id: 103, freespins: progress },
  });
  expect(bet).toMatchObject({ type: 'makeBet', session_id: sessionId });
});
