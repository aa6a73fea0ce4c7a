import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createDice, type Dice } from '../../src/base/dice.ts';
import { multiplierOf, reelsFor, symbols, throwMultiplier } from '../../src/games/game-kinds.ts';
import { type OpenGames, openGames } from './open-games.ts';

let open: OpenGames;

let link: string;

beforeEach(async () => {
  open = await openGames();
  link = await open.openLink();
});

afterEach(() => open.close());

describe('a bet', () => {
  it('sends one makeBet with the stake, the win and ids of its own', async () => {
    const { round } = await open.ask(link, 'bet', { stake: '2.50' });
    const [bet, ...others] = open.agent.bets();
    expect(others).toEqual([]);
    expect(bet).toMatchObject({ type: 'makeBet', bet: '2.5', roundFinished: true });
    expect(bet).not.toHaveProperty('gameId');
    expect(new Set([bet?.transactionId, bet?.gameRoundId, bet?.requestId]).size).toBe(3);
    expect(round).toEqual({
      roundId: bet?.gameRoundId,
      state: 'settled',
      stake: '2.50',
      win: Number(bet?.win).toFixed(2),
      reels: [expect.any(String), expect.any(String), expect.any(String)],
    });
  });

  it('wins or loses as the dice say, and never repeats a transaction', async () => {
    for (let round = 0; round < 40; round += 1) await open.ask(link, 'bet', { stake: '1' });
    const bets = open.agent.bets();
    expect(new Set(bets.map(({ win }) => win)).size).toBeGreaterThan(2);
    expect(new Set(bets.map(({ transactionId }) => transactionId)).size).toBe(40);
  });

  it('is refused before the agent hears of it when the stake is none', async () => {
    await open.ask(link, 'start');
    const { notice, round, calls, balance } = await open.ask(link, 'bet', { stake: 'ten' });
    expect(notice).toBe('Type the stake as a number, such as 10 or 2.50.');
    expect([round, calls]).toEqual([null, []]);
    expect(balance).toEqual({ kind: 'balance', amount: '100.50' });
    expect(open.agent.bets()).toEqual([]);
  });
});

const nowhere = { kind: 'unclear', reason: 'No callback URL is configured for agent 1001.', unsent: true } as const;

describe('a round', () => {
  it('is none when the agent refuses it', async () => {
    const { round, history, balance } = await open.ask(link, 'bet', { stake: '100.51' });
    expect([round, history]).toEqual([null, []]);
    expect(balance).toEqual({
      kind: 'problem',
      message: 'There is not enough money for this stake.',
      code: 'insufficient_balance',
      detail: 'Low <b>',
    });
  });

  it('is none where there is nowhere to send its bet to, and the player is told so', async () => {
    open.agent.forecast = [nowhere];
    const { round, history, balance } = await open.ask(link, 'bet', { stake: '1' });
    expect([round, history]).toEqual([null, []]);
    expect(balance).toEqual({
      kind: 'problem',
      message: 'The casino is not connected to this game: nothing was sent.',
      code: 'unsent',
      detail: nowhere.reason,
    });
  });

  it('is cancelled when it was rolled back', async () => {
    open.agent.forecast = ['rolled-back'];
    const { round, balance } = await open.ask(link, 'bet', { stake: '1' });
    expect(round).toMatchObject({ state: 'rolled-back' });
    expect(balance).toMatchObject({ message: 'The bet was cancelled.' });
  });

  it('is unclear when nobody answers, and does not stop the next one', async () => {
    open.agent.forecast = ['never-arrived'];
    const { round } = await open.ask(link, 'bet', { stake: '1' });
    expect(round).toMatchObject({ state: 'unclear' });
    const next = await open.ask(link, 'bet', { stake: '1' });
    expect(next.round).toMatchObject({ state: 'settled' });
  });

  it('is one of fifty that are remembered, the newest first', async () => {
    for (let round = 0; round < 52; round += 1) await open.ask(link, 'bet', { stake: '0.01' });
    const { history } = await open.ask(link, 'balance');
    const sent = open.agent.bets().map(({ gameRoundId }) => gameRoundId);
    expect(history.map(({ roundId }) => roundId)).toEqual(sent.reverse().slice(0, 50));
  });
});

it('the same link of the same seed plays the same rounds, whatever is played beside it', async () => {
  const again = await openGames();
  try {
    const path = await again.openLink();
    const other = await again.openLink();
    for (let round = 0; round < 5; round += 1) {
      await again.ask(other, 'bet', { stake: '1' });
      const [one, two] = await Promise.all([
        open.ask(link, 'bet', { stake: '1' }),
        again.ask(path, 'bet', { stake: '1' }),
      ]);
      expect(one.round?.reels).toEqual(two.round?.reels);
    }
  } finally {
    await again.close();
  }
});

const throwing = (thrown: number): Dice => ({ ...createDice('x'), integer: () => thrown });

describe('the dice', () => {
  it.each([
    [1, 0],
    [60, 0],
    [61, 1],
    [78, 1],
    [79, 2],
    [94, 2],
    [95, 5],
    [99, 5],
    [100, 20],
  ])('that throw %p pay %s times the stake', (thrown, multiplier) => {
    expect(throwMultiplier(throwing(thrown))).toBe(multiplier);
  });

  it('give back 95 of a hundred, each throw counted once', () => {
    const throws = Array.from({ length: 100 }, (_, index) => throwMultiplier(throwing(index + 1)));
    expect(throws.reduce((sum, multiplier) => sum + multiplier)).toBe(95);
  });
});

describe('the reels', () => {
  it.each([0, 1, 2, 5, 20, 1000])('show what pays %p times the stake, in many ways', (paid) => {
    const dice = createDice('reels');
    const shown = Array.from({ length: 200 }, () => reelsFor(paid, dice));
    expect(new Set(shown.map(multiplierOf))).toEqual(new Set([paid]));
    if (paid <= 2) expect(new Set(shown.map(String)).size).toBeGreaterThan(1);
  });

  it.each([0.5, 3, 7.25, Number.NaN])('show three stars where no line pays %p', (paid) => {
    expect(reelsFor(paid, createDice('x'))).toEqual(['star', 'star', 'star']);
  });

  it('never show crowns or stars by themselves', () => {
    const dice = createDice('reels');
    for (let spin = 0; spin < 500; spin += 1) {
      const reels = reelsFor(throwMultiplier(dice), dice);
      expect(reels.some((symbol) => symbol === 'crown' || symbol === 'star')).toBe(false);
    }
  });

  it('pay by every symbol there is', () => {
    expect(symbols.map((symbol) => multiplierOf([symbol, symbol, symbol]))).toEqual([2, 2, 5, 20, 1000, 0]);
  });
});
