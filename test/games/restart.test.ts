import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { crash, slot } from './open-games.ts';
import { beginPack, brief, createWorld, type KeptSetup, type OpenKept, openKept, type World } from './open-kept.ts';

let open: OpenKept;
let link: string;
afterEach(() => open.close());

const told = () => open.agent.callbacks.map(brief);

/** Whether each was sent before, as far as a game knows. */
const againOf = (type: string) =>
  open.agent.callbacks.flatMap((callback, place) =>
    callback.type === type ? [open.agent.options[place]?.isAgain] : [],
  );

let world: World;
beforeEach(() => {
  world = createWorld();
});

const restart = async (setup: KeptSetup = {}): Promise<void> => {
  await open.close();
  open = await openKept({ ...setup, world });
  await open.settle();
};
const beginCrash = async () => {
  open = await openKept({ world });
  link = await open.openLink();
  await open.ask(link, 'force', { outcome: 'big-win' });
  return String((await open.ask(link, 'bet', { stake: '10' })).round?.roundId);
};

describe('a platform that is started again', () => {
  it('goes on with open rounds, the last rounds and what was forced', async () => {
    const roundId = await beginCrash();
    await open.ask(link, 'force', { outcome: 'decimals' });
    const before = await open.ask(link, 'start');
    await restart();
    const after = await open.ask(link, 'start');
    expect([after.round, after.history, after.forced]).toEqual([
      ...[before.round, before.history, { outcome: 'decimals' }],
    ]);
    const { round } = await open.ask(link, 'cash-out', { roundId, at: '2' });
    expect(round).toMatchObject({ state: 'settled', win: '20.00' });
  });

  it('abandons the open round of a player who does not come back', async () => {
    await beginCrash();
    await restart();
    await open.pass(29_000);
    expect(told()).toEqual(['win 0 of 10']);
    await open.pass(1_500);
    expect(told()).toEqual(['win 0 of 10', 'rollback']);
    expect(open.agent.wallet.balance.toFixed()).toBe('100.5');
  });

  it.each([crash, slot])('sends again what it was interrupted in, in game %p', async (gameId) => {
    open = await openKept({ gameId, world });
    link = await open.openLink();
    open.agent.forecast = [{ kind: 'unclear', reason: 'closing', interrupted: true }];
    await open.ask(link, 'bet', { stake: '10' });
    await restart({ gameId });
    const [first, second] = open.agent.bets();
    expect(second).toEqual(first);
    expect(againOf('makeBet')).toEqual([false, true]);
    const { history } = await open.ask(link, 'balance');
    expect(history).toMatchObject([{ state: gameId === crash ? 'open' : 'settled' }]);
  });
});

describe('the next start of a platform', () => {
  it('waits 10 s after its first delivery of a rollback has ended', async () => {
    open = await openKept({ gameId: slot, world });
    link = await open.openLink();
    open.agent.forecast = ['rolled-back-unheard'];
    await open.ask(link, 'bet', { stake: '1' });
    open.agent.forecast = ['never-arrived'];
    const release = open.agent.hold();
    await restart({ gameId: slot });
    await open.pass(15_000);
    release();
    await open.pass(9_000);
    expect(told()).toEqual([expect.stringMatching('of 1'), 'rollback']);
    await open.pass(1_500);
    expect(told()).toEqual([expect.stringMatching('of 1'), 'rollback', 'rollback']);
  });

  it('sends nothing to an agent that has no address yet', async () => {
    await beginCrash();
    let hasAddress = false;
    await restart({ hasAddress: () => hasAddress });
    await open.pass(60_000);
    expect(told()).toEqual(['win 0 of 10']);
    hasAddress = true;
    await open.pass(1_000);
    expect(told()).toEqual(['win 0 of 10', 'rollback']);
  });

  it('draws no id twice', async () => {
    await beginCrash();
    await restart();
    link = await open.openLink();
    await open.ask(link, 'bet', { stake: '1' });
    const ids = open.agent.bets().flatMap((bet) => [bet.transactionId, bet.gameRoundId]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('settles the packs whose session was closed meanwhile', async () => {
    const setup = { gameId: slot, quirks: { sessionIdle: '1m' } };
    open = await openKept({ ...setup, world });
    await beginPack(open, await open.openLink());
    await world.clock.advance(3_600_000);
    await restart(setup);
    await open.pass(1_000);
    expect(told()).toEqual(['1/3 5', '1/1 5 finished', 'win 5 of 0']);
  });

  it('begins with nothing where what is kept is of no use', async () => {
    await beginCrash();
    const [game] = world.kept.all('game');
    world.kept.keep('game', String(game?.key), { history: [{ state: 'open' }] });
    await restart();
    expect((await open.ask(link, 'start')).history).toEqual([]);
  });
});
