import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { crash, type OpenGames, openGames } from './open-games.ts';

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

describe('a demo that is opened again', () => {
  it('begins anew: its balance, its rounds and what was forced', async () => {
    await open.ask(link, 'bet', { stake: '10' });
    await open.ask(link, 'force', { outcome: 'win', amount: '2' });
    const { balance, history, forced } = await open.ask(link, 'start');
    expect(balance).toEqual({ kind: 'balance', amount: '1000.00' });
    expect([history, forced]).toEqual([[], null]);
  });

  it('has the balance that the quirk says, to the digits of its currency', async () => {
    const games = await openGames({ quirks: { demoBalance: '50.509' } });
    try {
      const path = await games.openDemoLink();
      await games.ask(path, 'bet', { stake: '10' });
      expect((await games.ask(path, 'start')).balance).toMatchObject({ amount: '50.50' });
    } finally {
      await games.close();
    }
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

describe('a crash round of a demo', () => {
  let rush: OpenGames;
  let path: string;
  let roundId: string | undefined;
  beforeEach(async () => {
    rush = await openGames({ launch: { game_id: crash } });
    path = await rush.openDemoLink();
    await rush.ask(path, 'force', { outcome: 'win', amount: '3' });
    const { round, balance } = await rush.ask(path, 'bet', { stake: '100' });
    roundId = round?.roundId;
    expect(balance).toMatchObject({ amount: '900.00' });
  });
  afterEach(() => rush.close());

  it('is paid in play money', async () => {
    const { balance } = await rush.ask(path, 'cash-out', { roundId, at: '3' });
    expect(balance).toMatchObject({ amount: '1200.00' });
  });

  it('can be cancelled', async () => {
    const { balance, round } = await rush.ask(path, 'cancel', { roundId });
    expect(balance).toMatchObject({ amount: '1000.00' });
    expect(round?.state).toBe('rolled-back');
    expect(rush.agent.callbacks).toEqual([]);
  });
});
