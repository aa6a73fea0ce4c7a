import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { OpenGames } from './open-games.ts';
import { crash, openGames } from './open-games.ts';

let open: OpenGames;
let link: string;
beforeEach(async () => {
  open = await openGames();
  link = await open.openDemoLink();
});
afterEach(() => open.close());

describe('a demo', () => {
  it('starts with 1000 of play money, and has no session', async () => {
    const { scene, balance } = await open.ask(link, 'start');
    expect(scene).toMatchObject({ mode: 'demo', game: 'Lanterns', kind: 'slot' });
    expect(scene).not.toHaveProperty('sessionId');
    expect(balance).toEqual({ kind: 'balance', amount: '1000.00' });
  });

  it('keeps its balance itself and sends nothing to the agent', async () => {
    let cents = 100_000;
    for (let round = 0; round < 10; round += 1) {
      const played = await open.ask(link, 'bet', { stake: '10' });
      cents += Number(played.round?.win) * 100 - 1000;
      expect(played.balance).toEqual({ kind: 'balance', amount: (cents / 100).toFixed(2) });
      expect(played.calls).toEqual([]);
    }
    const { balance, history } = await open.ask(link, 'balance');
    expect(balance).toEqual({ kind: 'balance', amount: (cents / 100).toFixed(2) });
    expect(history).toHaveLength(10);
    expect(open.agent.callbacks).toEqual([]);
  });

  it('lets nobody stake more than there is', async () => {
    expect(await open.ask(link, 'bet', { stake: '1000.01' })).toMatchObject({
      round: null,
      balance: { kind: 'problem', code: 'insufficient_balance' },
    });
    expect((await open.ask(link, 'balance')).balance).toMatchObject({ amount: '1000.00' });
  });

  it('has a link that opens no game session', async () => {
    const answer = await open.act(link.replace('/demo/', '/play/'), 'start');
    expect(answer.status).toBe(404);
  });
});

describe('a demo and the agent', () => {
  it.each(['insufficient-funds', 'bonus', 'answer-lost', 'rollback'])(
    'does not force %s: there is nobody to send it to',
    async (outcome) => {
      await open.ask(link, 'bet', { stake: '1' });
      const { notice, forced } = await open.ask(link, 'force', { outcome });
      expect(notice).toContain('A demo sends no callbacks.');
      expect(forced).toBeNull();
    },
  );

  it('forces a win of play money', async () => {
    await open.ask(link, 'force', { outcome: 'big-win' });
    const { balance } = await open.ask(link, 'bet', { stake: '1' });
    expect(balance).toEqual({ kind: 'balance', amount: '1999.00' });
  });

  it('leaves the free spins of its player alone', async () => {
    await open.grant({});
    const { pack, round } = await open.ask(link, 'bet', { stake: '1' });
    expect(pack).toBeNull();
    expect(round).not.toHaveProperty('freeSpin');
    expect((await open.ask(await open.openLink(), 'start')).pack).toMatchObject({ played: 0 });
  });
});

it('a crash round of a demo is paid in play money', async () => {
  const rush = await openGames({ launch: { game_id: crash } });
  try {
    const path = await rush.openDemoLink();
    await rush.ask(path, 'force', { outcome: 'win', amount: '3' });
    const { round, balance } = await rush.ask(path, 'bet', { stake: '100' });
    expect(balance).toMatchObject({ amount: '900.00' });
    const ended = await rush.ask(path, 'cash-out', { roundId: round?.roundId, at: '3' });
    expect(ended.balance).toMatchObject({ amount: '1200.00' });
  } finally {
    await rush.close();
  }
});
