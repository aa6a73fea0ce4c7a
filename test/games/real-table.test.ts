import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MakeBet } from '../../src/contract/callback.ts';
import type { OpenGames } from './open-games.ts';
import { dataOf, openGames } from './open-games.ts';

let open: OpenGames;
let link: string;
beforeEach(async () => {
  open = await openGames();
  link = await open.openLink();
});
afterEach(() => open.close());

describe('opening a game', () => {
  it('asks the agent for the balance, with what section 6 lists', async () => {
    await open.act(link, 'start');
    const session = open.platform.sessions.active()[0];
    expect(open.callbacks).toEqual([
      {
        type: 'getBalance',
        agentId: 1001,
        sessionId: session?.sessionId,
        playerId: 'player-1',
        playerUsername: 'Player One',
        gameId: 101,
        currency: 'USD',
        language: 'en',
        requestId: expect.stringMatching(/^[\w-]+$/),
      },
    ]);
  });

  it('shows the scene, and the balance at the scale of its currency', async () => {
    expect(dataOf(await open.act(link, 'start'))).toEqual({
      scene: {
        game: 'Lanterns',
        player: 'Player One',
        currency: 'USD',
        mode: 'real',
        homeUrl: 'https://casino.example/lobby',
      },
      balance: { kind: 'balance', amount: '100.50' },
    });
  });

  it('carries the progress of an active pack of the player, game and currency', async () => {
    const grant = { player_id: 'player-1', game_id: 101, currency: 'USD', count: 5, bet: 1 };
    await open.call('freespins_grant', grant);
    await open.act(link, 'balance');
    expect(open.callbacks[0]).toMatchObject({
      freespins: { played: 0, total: 5, isFinish: false, accumulatedWin: '0' },
    });
  });

  it('carries no progress of another pack', async () => {
    const grant = { player_id: 'player-1', game_id: 101, currency: 'EUR', count: 5, bet: 1 };
    await open.call('freespins_grant', grant);
    await open.act(link, 'balance');
    expect(open.callbacks[0]).not.toHaveProperty('freespins');
  });
});

describe('a bet', () => {
  it('sends one makeBet with the stake, the win and ids of its own', async () => {
    const answer = await open.act(link, 'bet', { stake: '2.50' });
    const bet = open.callbacks[0] as MakeBet;
    expect(bet).toMatchObject({ type: 'makeBet', bet: '2.5', roundFinished: true });
    expect(bet).not.toHaveProperty('gameId');
    expect(new Set([bet.transactionId, bet.gameRoundId, bet.requestId]).size).toBe(3);
    expect(dataOf(answer)).toEqual({
      kind: 'played',
      round: { stake: '2.50', win: Number(bet.win).toFixed(2) },
      balance: { kind: 'balance', amount: '100.50' },
    });
  });

  it('wins or loses as the dice say, and never repeats a transaction', async () => {
    for (let round = 0; round < 40; round += 1) await open.act(link, 'bet', { stake: '1' });
    const bets = open.callbacks as MakeBet[];
    expect(new Set(bets.map(({ win }) => win)).size).toBeGreaterThan(2);
    expect(new Set(bets.map(({ transactionId }) => transactionId)).size).toBe(40);
  });

  it('is refused before the agent hears of it when the stake is none', async () => {
    const answer = await open.act(link, 'bet', { stake: 'ten' });
    expect(dataOf(answer)).toEqual({
      kind: 'no stake',
      message: 'Type the stake as a number, such as 10 or 2.50.',
    });
    expect(open.callbacks).toEqual([]);
  });

  it('is no round when the agent refuses it', async () => {
    open.agent.outcome = { kind: 'refused', code: 'insufficient_balance', message: 'Low <b>' };
    expect(dataOf(await open.act(link, 'bet', { stake: '1' }))).toEqual({
      kind: 'played',
      round: null,
      balance: {
        kind: 'problem',
        message: 'There is not enough money for this stake.',
        code: 'insufficient_balance',
        detail: 'Low <b>',
      },
    });
  });
});

describe('a session', () => {
  it('is kept open by its traffic', async () => {
    for (let hour = 0; hour < 5; hour += 1) {
      open.time.seconds += 3.9 * 3600;
      expect((await open.act(link, 'balance')).status).toBe(200);
    }
  });

  it('sends nothing more once it was idle for 4 hours', async () => {
    open.time.seconds += 4 * 3600 + 1;
    const answer = await open.act(link, 'start');
    expect([answer.status, answer.json.message]).toEqual([
      410,
      'This game was left alone for too long.',
    ]);
    expect(open.callbacks).toEqual([]);
  });
});

describe('a courier that throws', () => {
  it('is told to the owner, and to the player in plain words', async () => {
    open.agent.isBroken = true;
    const answer = await open.act(link, 'start');
    expect([answer.status, answer.json.message]).toEqual([
      500,
      'The platform could not take this request.',
    ]);
    expect(open.errors).toEqual([new Error('no courier')]);
  });
});
