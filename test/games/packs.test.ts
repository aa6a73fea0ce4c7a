import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Callback } from '../../src/spec/callback.ts';
import { defaultQuirks, type Quirks } from '../../src/spec/quirks.ts';
import { crash, type OpenGames, openGames } from './open-games.ts';

let open: OpenGames;
let link: string;
beforeEach(async () => {
  open = await openGames();
  link = await open.openLink();
});
afterEach(() => open.close());

const brief = (callback: Callback): string => {
  if (callback.type === 'makeBet') return `win ${callback.win} of ${callback.bet}`;
  if (callback.type !== 'getBalance' || callback.freespins === undefined) return callback.type;
  const { played, total, isFinish, accumulatedWin } = callback.freespins;
  return `${played}/${total} ${accumulatedWin}${isFinish ? ' finished' : ''}`;
};

/** Spins whose wins are forced: 2, 0 and 3 times the bet. */
const spin = async (games: OpenGames, path: string, multiplier: string) => {
  const outcome = multiplier === '0' ? 'lose' : 'win';
  await games.ask(path, 'force', { outcome, amount: multiplier });
  return games.ask(path, 'bet', { stake: '7' });
};

const playThree = async (games: OpenGames, path: string) => {
  for (const multiplier of ['2', '0', '3']) await spin(games, path, multiplier);
};

const told = (games: OpenGames) => games.agent.callbacks.map(brief);

describe('free spins', () => {
  it('debit nothing, tell their progress, and are paid after the last', async () => {
    await open.grant({ bet: 0.5 });
    await open.ask(link, 'start');
    await playThree(open, link);
    await open.ask(link, 'balance');
    expect(told(open)).toEqual([...['0/3 0', '1/3 1', '2/3 1', '3/3 2.5 finished', 'win 2.5 of 0', 'getBalance']]);
    expect(open.agent.bets()[0]).toMatchObject({ roundFinished: true });
  });

  it('are rounds with the bet of the pack, and count up', async () => {
    await open.grant({ bet: 0.5, freespins_id: 'fs-1' });
    const { round, pack, balance } = await spin(open, link, '2');
    expect(round).toMatchObject({ stake: '0.50', win: '1.00', freeSpin: true, state: 'settled' });
    expect(pack).toEqual({
      ...{ freespinsId: 'fs-1', played: 1, total: 3, bet: '0.5', accumulatedWin: '1' },
    });
    expect(balance).toMatchObject({ amount: '100.50' });
  });

  it('end with the balance after their win, and the pack is over', async () => {
    await open.grant({});
    await playThree(open, link);
    const { balance, pack } = await open.ask(link, 'balance');
    expect(balance).toMatchObject({ amount: '105.50' });
    expect(pack).toBeNull();
    expect(open.platform.packs.list()).toMatchObject([{ status: 'finished', played: 3 }]);
    expect((await open.ask(link, 'bet', { stake: '1' })).round).not.toHaveProperty('freeSpin');
  });

  it('that win nothing are followed by no makeBet', async () => {
    await open.grant({ count: 1 });
    await spin(open, link, '0');
    expect(told(open)).toEqual(['1/1 0 finished']);
    expect(open.platform.packs.list()).toMatchObject([{ status: 'finished' }]);
  });

  it('tell the dashboard', async () => {
    await open.grant({ count: 1 });
    await spin(open, link, '2');
    expect(open.seen.filter((event) => event === 'packs')).toHaveLength(2);
  });
});

describe('a pack', () => {
  it.each([{ currency: 'EUR' }, { game_id: crash }, { player_id: 'other' }])(
    'with %p is not played here',
    async (other) => {
      await open.grant(other);
      expect((await open.ask(link, 'start')).pack).toBeNull();
      expect(told(open)).toEqual(['getBalance']);
      expect((await open.ask(link, 'bet', { stake: '1' })).round).not.toHaveProperty('freeSpin');
    },
  );

  it('that is deleted on the way ends there', async () => {
    await open.grant({ freespins_id: 'fs-1' });
    await spin(open, link, '2');
    await open.call('freespins_delete', { freespins_id: 'fs-1' });
    const { round, pack } = await open.ask(link, 'bet', { stake: '1' });
    expect(round).not.toHaveProperty('freeSpin');
    expect(pack).toBeNull();
  });

  it('is followed by the next one', async () => {
    await open.grant({ count: 1, freespins_id: 'a' });
    await open.grant({ count: 1, freespins_id: 'b' });
    expect((await spin(open, link, '0')).pack).toMatchObject({ freespinsId: 'b', played: 0 });
    expect((await spin(open, link, '0')).pack).toBeNull();
  });

  it('of a crash game cashes out by itself, where it can', async () => {
    const rush = await openGames({ launch: { game_id: crash } });
    try {
      await rush.grant({ game_id: crash, count: 2 });
      const path = await rush.openLink();
      const lost = await spin(rush, path, '0');
      expect(lost.round).toMatchObject({ state: 'settled', win: '0.00', burstsAt: '1.00' });
      const won = await spin(rush, path, '2.5');
      expect(won.round).toMatchObject({ freeSpin: true, win: '2.50', cashedOutAt: '2.50' });
      expect(told(rush)).toEqual(['1/2 0', '2/2 2.5 finished', 'win 2.5 of 0']);
    } finally {
      await rush.close();
    }
  });
});

describe('the quirk packWin', () => {
  it.each<[Quirks['packWin'], string[]]>([
    ['after-finish', ['1/3 2', '2/3 2', '3/3 5 finished', 'win 5 of 0']],
    ['before-finish', ['1/3 2', '2/3 2', 'win 5 of 0', '3/3 5 finished']],
    ['per-spin', ['win 2 of 0', '1/3 2', '2/3 2', 'win 3 of 0', '3/3 5 finished']],
  ])('%s says when the win is sent', async (packWin, expected) => {
    const games = await openGames({ options: { quirks: { ...defaultQuirks, packWin } } });
    try {
      await games.grant({});
      await playThree(games, await games.openLink());
      expect(told(games)).toEqual(expected);
    } finally {
      await games.close();
    }
  });
});

describe('a win of a pack that is not confirmed', () => {
  it('is sent again with what is done next, as the same transaction', async () => {
    await open.grant({ count: 1 });
    open.agent.forecast = ['fair', 'processed-unheard'];
    const { balance } = await spin(open, link, '2');
    expect(balance).toMatchObject({
      message: 'The win of your free spins is not paid yet. It will be sent again.',
      code: 'unclear',
    });
    expect((await open.ask(link, 'balance')).balance).toMatchObject({ amount: '102.50' });
    const [first, second, ...others] = open.agent.bets();
    expect(second).toEqual(first);
    expect(others).toEqual([]);
  });

  it('is sent again in another session of the player', async () => {
    await open.grant({ count: 1 });
    open.agent.forecast = ['fair', 'never-arrived'];
    await spin(open, link, '2');
    await open.ask(await open.openLink(), 'start');
    const [first, second] = open.agent.bets();
    expect(second).toEqual(first);
    expect(open.agent.wallet.balance.toFixed()).toBe('102.5');
  });

  it('is a new transaction after it was rolled back', async () => {
    await open.grant({ count: 1 });
    open.agent.forecast = ['fair', 'rolled-back'];
    await spin(open, link, '2');
    await open.ask(link, 'balance');
    const [first, second] = open.agent.bets();
    expect(second?.transactionId).not.toBe(first?.transactionId);
    expect(second?.gameRoundId).toBe(first?.gameRoundId);
    expect(open.agent.wallet.balance.toFixed()).toBe('102.5');
  });
});

describe('a win of a pack that is still due', () => {
  it('is sent by one game at a time', async () => {
    await open.grant({ count: 1 });
    open.agent.forecast = ['fair', 'never-arrived'];
    await spin(open, link, '2');
    const release = open.agent.hold();
    const other = await open.openLink();
    const both = [link, other].map((path) => open.ask(path, 'balance'));
    while (open.agent.callbacks.length < 4) await new Promise(setImmediate);
    release();
    await Promise.all(both);
    expect(open.agent.bets()).toHaveLength(2);
    expect(open.agent.wallet.balance.toFixed()).toBe('102.5');
  });

  it('is no matter of a demo', async () => {
    await open.grant({ count: 1 });
    open.agent.forecast = ['fair', 'never-arrived'];
    await spin(open, link, '2');
    const { balance } = await open.ask(await open.openDemoLink(), 'start');
    expect(balance).toMatchObject({ amount: '1000.00' });
  });

  it('outlives the deletion of its pack', async () => {
    await open.grant({ count: 1, freespins_id: 'fs-1' });
    open.agent.forecast = ['fair', 'never-arrived'];
    await spin(open, link, '2');
    await open.call('freespins_delete', { freespins_id: 'fs-1' });
    await open.ask(link, 'balance');
    expect(open.agent.wallet.balance.toFixed()).toBe('102.5');
  });
});

describe('free spins and an agent that is silent', () => {
  it('end when the last notification is heard', async () => {
    await open.grant({ count: 1 });
    open.agent.forecast = ['never-arrived'];
    const { pack } = await spin(open, link, '2');
    expect(pack).toMatchObject({ played: 1, total: 1 });
    open.time.seconds += 3600;
    const { notice, round, balance } = await open.ask(link, 'bet', { stake: '50' });
    expect(notice).toBe('The free spins are over. Bet again to play with your own money.');
    expect([round, balance]).toEqual([null, { kind: 'balance', amount: '102.50' }]);
    expect(told(open)).toEqual(['1/1 2 finished', '1/1 2 finished', 'win 2 of 0']);
  });

  it('wait while a win is not paid', async () => {
    const games = await openGames({
      options: { quirks: { ...defaultQuirks, packWin: 'per-spin' } },
    });
    try {
      await games.grant({});
      const path = await games.openLink();
      games.agent.forecast = ['never-arrived', 'fair', 'never-arrived'];
      await spin(games, path, '2');
      const { notice, round } = await spin(games, path, '3');
      expect([notice, round]).toEqual(['The next free spin waits until this win is paid.', null]);
      expect((await games.ask(path, 'bet')).pack).toMatchObject({ played: 2 });
      expect(games.agent.wallet.balance.toFixed()).toBe('105.5');
    } finally {
      await games.close();
    }
  });
});
