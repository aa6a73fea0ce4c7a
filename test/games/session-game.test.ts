import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type OpenGames, openGames } from './open-games.ts';

let open: OpenGames;
let link: string;
beforeEach(async () => {
  open = await openGames();
  link = await open.openLink();
});
afterEach(() => open.close());

const sessionId = () => open.platform.sessions.active()[0]?.sessionId;

describe('opening a game', () => {
  it('asks the agent for the balance, with what section 6 lists', async () => {
    await open.ask(link, 'start');
    expect(open.agent.callbacks).toEqual([
      {
        type: 'getBalance',
        agentId: 1001,
        sessionId: sessionId(),
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
    expect(await open.ask(link, 'start')).toEqual({
      scene: {
        kind: 'slot',
        game: 'Lanterns',
        player: 'Player One',
        currency: 'USD',
        scale: 2,
        mode: 'real',
        homeUrl: 'https://casino.example/lobby',
        language: 'en',
        sessionId: sessionId(),
      },
      balance: { kind: 'balance', amount: '100.50' },
      round: null,
      pack: null,
      forced: null,
      history: [],
      calls: [expect.objectContaining({ kind: 'getBalance' })],
    });
  });
});

describe('a game that is open', () => {
  it('tells that the session is seen', async () => {
    await open.ask(link, 'balance');
    expect(open.seen).toEqual([sessionId()]);
  });

  it('finds the rounds of before again', async () => {
    const { round } = await open.ask(link, 'bet', { stake: '1' });
    expect((await open.ask(link, 'start')).history).toEqual([round]);
    expect((await open.ask(await open.openLink(), 'start')).history).toEqual([]);
  });
});

it('how a game is played is no matter of the list', async () => {
  const { json } = await open.call('list');
  const [, rush] = json.content['games'] as Record<string, unknown>[];
  expect(Object.keys(rush ?? {})).toEqual(['id', 'title', 'brand', 'image_url', 'demo']);
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
    expect([answer.status, answer.json.message]).toEqual([410, 'This game was idle for too long.']);
    expect(open.agent.callbacks).toEqual([]);
  });
});

describe('two pages on one link', () => {
  it('are served one after the other', async () => {
    const release = open.agent.hold();
    const both = [1, 2].map(() => open.ask(link, 'bet', { stake: '1' }));
    while (open.agent.callbacks.length === 0) await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(open.agent.callbacks).toHaveLength(1);
    release();
    const [first, second] = await Promise.all(both);
    expect([first?.calls.length, second?.calls.length]).toEqual([1, 1]);
    expect((await open.ask(link, 'balance')).history).toHaveLength(2);
  });

  it('cannot pile up work', async () => {
    const release = open.agent.hold();
    const asked = Array.from({ length: 21 }, () => open.ask(link, 'bet', { stake: '0.01' }));
    const refused = await Promise.race(asked);
    expect(refused.notice).toBe('Too many requests at once: wait for the ones in progress.');
    release();
    await Promise.all(asked);
    expect(open.agent.bets()).toHaveLength(20);
  });
});

describe('a courier that throws', () => {
  it('is told to the owner, and to the player in plain words', async () => {
    open.agent.isBroken = true;
    const answer = await open.act(link, 'start');
    expect([answer.status, answer.json.message]).toEqual([500, 'The platform could not take this request.']);
    expect(open.errors).toEqual([new Error('no courier')]);
  });

  it('does not hold up what is asked next', async () => {
    open.agent.isBroken = true;
    await open.act(link, 'bet', { stake: '1' });
    open.agent.isBroken = false;
    expect((await open.ask(link, 'bet', { stake: '1' })).round).not.toBeNull();
  });
});
