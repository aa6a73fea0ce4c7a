import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createDice, type Dice } from '../../src/base/dice.ts';
import { drawBurst } from '../../src/games/game-kinds.ts';
import { crash, type OpenGames, openGames } from './open-games.ts';

let open: OpenGames;

let link: string;

beforeEach(async () => {
  open = await openGames({ launch: { game_id: crash } });
  link = await open.openLink();
});

afterEach(() => open.close());

const force = (outcome: string, amount?: string) => open.ask(link, 'force', { outcome, amount });

const bet = (stake = '10') => open.ask(link, 'bet', { stake });

const cashOut = (roundId: unknown, at = '2.00') => open.ask(link, 'cash-out', { roundId, at });

/** A round that was opened and can be left in time. */
const openRound = async (): Promise<string> => {
  await force('big-win');
  return String((await bet()).round?.roundId);
};

describe('a crash round', () => {
  it('opens with a makeBet of the bet alone, and hides where it bursts', async () => {
    const { round, balance } = await bet();
    expect(open.agent.bets()).toEqual([expect.objectContaining({ bet: '10', win: '0', roundFinished: false })]);
    expect(round).toEqual({
      roundId: open.agent.bets()[0]?.gameRoundId,
      state: 'open',
      stake: '10.00',
      win: '0.00',
    });
    expect(balance).toMatchObject({ amount: '90.50' });
  });

  it('left in time pays the stake times the multiplier, in a makeBet of its own', async () => {
    await force('win', '2.35');
    const { round } = await bet('3.33');
    const ended = await cashOut(round?.roundId, '2.35');
    const [first, second] = open.agent.bets();
    // 3.33 × 2.35 = 7.8255, rounded down
    expect(second).toMatchObject({ bet: '0', win: '7.82', roundFinished: true });
    expect(second?.gameRoundId).toBe(first?.gameRoundId);
    expect(second?.transactionId).not.toBe(first?.transactionId);
    expect(ended.round).toMatchObject({ state: 'settled', win: '7.82', cashedOutAt: '2.35' });
    expect(Number(ended.round?.burstsAt)).toBeGreaterThan(2.35);
    expect(ended.balance).toMatchObject({ amount: '104.99' });
  });

  it('left too late is told to the agent as a win of 0', async () => {
    await force('lose');
    const { round } = await bet();
    const ended = await cashOut(round?.roundId, '1.01');
    expect(open.agent.bets()[1]).toMatchObject({ bet: '0', win: '0', roundFinished: true });
    expect(ended.round).toMatchObject({ state: 'settled', win: '0.00', burstsAt: '1.00' });
    expect(ended.round).not.toHaveProperty('cashedOutAt');
  });
});

it('a crash round bursts for who leaves just there', async () => {
  const ended = async (at: string) => {
    const open = await openGames({ launch: { game_id: crash } });
    try {
      const path = await open.openLink();
      const { round } = await open.ask(path, 'bet', { stake: '1' });
      return (await open.ask(path, 'cash-out', { roundId: round?.roundId, at })).round;
    } finally {
      await open.close();
    }
  };
  const burstsAt = (await ended('1000'))?.burstsAt ?? '';
  expect(await ended(burstsAt)).toMatchObject({ state: 'settled', win: '0.00', burstsAt });
  expect(Number(burstsAt)).toBeGreaterThan(1.01);
});

describe('an open round', () => {
  it('is shown to a page that comes back, and can be left then', async () => {
    const roundId = await openRound();
    expect((await open.ask(link, 'start')).round).toMatchObject({ roundId, state: 'open' });
    expect((await cashOut(roundId)).round).toMatchObject({ state: 'settled', win: '20.00' });
  });

  it('is not forgotten, however much is done beside it', async () => {
    const roundId = await openRound();
    for (let bonus = 0; bonus < 60; bonus += 1) await force('bonus');
    const { round, history } = await open.ask(link, 'start');
    expect([round?.roundId, history.length]).toEqual([roundId, 51]);
  });

  it('lets no other begin', async () => {
    const roundId = await openRound();
    const { notice, round } = await bet();
    expect(notice).toBe('The last round is not over yet: cash out first.');
    expect(round).toMatchObject({ roundId, state: 'open' });
    expect(open.agent.bets()).toHaveLength(1);
  });

  it.each(['1', '1.00', '1000.01', '-2', '2.345', '1e2', '', 'two'])('is not left at %p', async (at) => {
    const { notice, round } = await cashOut(await openRound(), at);
    expect(notice).toBe('Cash out between 1.01 and 1000, such as 1.80.');
    expect(round).toMatchObject({ state: 'open' });
  });

  it('is left once: a second page is shown how it ended', async () => {
    const roundId = await openRound();
    await Promise.all([cashOut(roundId, '2'), cashOut(roundId, '3')]);
    const { notice, round } = await cashOut(roundId, '4');
    expect([notice, round?.cashedOutAt]).toEqual(['This round is over.', '2.00']);
    expect(open.agent.bets()).toHaveLength(2);
  });

  it.each(['', 'other', null, { toString: 1 }, '__proto__'])('is not %p', async (roundId) => {
    await openRound();
    expect((await cashOut(roundId)).notice).toBe('There is no such round.');
  });
});

describe('a win without a clear answer', () => {
  it.each(['processed-unheard', 'never-arrived'] as const)(
    'that was %s is unclear, and delivered again with the same transaction',
    async (weather) => {
      const roundId = await openRound();
      open.agent.forecast = [weather];
      const lost = await cashOut(roundId, '2');
      expect(lost.round).toMatchObject({ state: 'unclear', win: '20.00' });
      expect(lost.round).not.toHaveProperty('burstsAt');
      const ended = await cashOut(roundId, '5');
      expect(ended.round).toMatchObject({ state: 'settled', cashedOutAt: '2.00' });
      const [, first, second] = open.agent.bets();
      expect(second).toEqual(first);
      expect(ended.balance).toMatchObject({ amount: '110.50' });
    },
  );

  it('that was rolled back is still due, with a new transaction', async () => {
    const roundId = await openRound();
    open.agent.forecast = ['rolled-back'];
    const lost = await cashOut(roundId);
    expect(lost.round).toMatchObject({ state: 'unclear' });
    const ended = await cashOut(roundId);
    const [, first, second] = open.agent.bets();
    expect(second?.transactionId).not.toBe(first?.transactionId);
    expect(ended.balance).toMatchObject({ amount: '110.50' });
  });

  it('that was refused is still due', async () => {
    const roundId = await openRound();
    open.agent.forecast = [{ kind: 'refused', code: 'internal_error', message: 'x' }];
    expect((await cashOut(roundId)).balance).toMatchObject({
      message: 'The casino has not confirmed the end of this round. Try again.',
      code: 'internal_error',
    });
    expect((await cashOut(roundId)).round).toMatchObject({ state: 'settled' });
  });

  it('that went nowhere is still due, and new to the agent', async () => {
    const roundId = await openRound();
    open.agent.forecast = [{ kind: 'unclear', reason: 'No callback URL.', unsent: true }];
    const lost = await cashOut(roundId, '2');
    expect([lost.round?.state, lost.balance]).toMatchObject(['unclear', { code: 'unsent' }]);
    expect((await cashOut(roundId)).round).toMatchObject({ state: 'settled', cashedOutAt: '2.00' });
    expect(open.agent.options.map((options) => options?.isAgain)).toEqual([false, false, false]);
  });

  it('is sent again by a game whose sending threw', async () => {
    const roundId = await openRound();
    open.agent.isBroken = true;
    await open.act(link, 'cash-out', { roundId, at: '2' });
    open.agent.isBroken = false;
    expect((await cashOut(roundId, '7')).round).toMatchObject({ cashedOutAt: '2.00' });
  });
});

describe('a bet without a clear answer', () => {
  it('is asked again, and opens the round', async () => {
    open.agent.forecast = ['processed-unheard'];
    const { round } = await bet();
    expect(round).toMatchObject({ state: 'unclear' });
    const again = await cashOut(round?.roundId);
    expect(again.round).toMatchObject({ state: 'open' });
    const [first, second] = open.agent.bets();
    expect(second).toEqual(first);
    expect(again.balance).toMatchObject({ amount: '90.50' });
  });

  it('that turns out refused was none', async () => {
    open.agent.forecast = ['never-arrived'];
    const { round } = await bet('1000');
    const again = await cashOut(round?.roundId);
    expect(again.round).toMatchObject({ state: 'rolled-back' });
    expect((await bet('1')).round).toMatchObject({ state: 'open' });
  });
});

const burstAt = (thrown: number): string => {
  const dice: Dice = { ...createDice('x'), integer: () => thrown };
  return drawBurst(dice).toFixed(2);
};

describe('a burst', () => {
  it.each([
    [1, '1000.01'],
    [949, '1000.01'],
    [950, '1000.00'],
    [475_000, '2.00'],
    [474_999, '2.01'],
    [940_595, '1.01'],
    [950_000, '1.00'],
    [1_000_000, '1.00'],
  ])('of the throw %p is at %s', (thrown, burst) => {
    expect(burstAt(thrown)).toBe(burst);
  });

  it.each([101, 150, 200, 1000, 99_999])(
    'comes late enough to give back 95 of a hundred to who leaves at %p hundredths',
    (at) => {
      // The throws that burst above `at` are those below 95 000 000 / at.
      const winning = Math.ceil(95_000_000 / at) - 1;
      expect(Number(burstAt(winning)) * 100).toBeGreaterThan(at);
      expect(Number(burstAt(winning + 1)) * 100).toBeLessThanOrEqual(at + 1e-6);
      expect(Math.abs((winning * at) / 1_000_000 - 95)).toBeLessThan(at / 900_000);
    },
  );
});
