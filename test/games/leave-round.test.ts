import { afterEach, describe, expect, it } from '@jest/globals';
import { type KeptSetup, listenTo, type OpenKept, openKept } from './open-kept.ts';

let open: OpenKept;
let link: string;
afterEach(() => open.close());

/** A crash round that the player has opened with a bet of 10. */
const begin = async (setup: KeptSetup = {}): Promise<string> => {
  open = await openKept(setup);
  link = await open.openLink();
  await open.ask(link, 'force', { outcome: 'big-win' });
  return String((await open.ask(link, 'bet', { stake: '10' })).round?.roundId);
};

const types = () => open.agent.callbacks.map(({ type }) => type);

const balance = () => open.agent.wallet.balance.toFixed();

const look = () => open.ask(link, 'force', { outcome: 'lose' });

describe('an open round whose player is gone', () => {
  it('is rolled back after abandonAfter, and says so', async () => {
    await begin();
    await open.pass(29_000);
    expect(types()).toEqual(['makeBet']);
    await open.pass(1_500);
    const [bet] = open.agent.bets();
    expect(open.agent.callbacks[1]).toMatchObject({
      type: 'rollback',
      transactionId: bet?.transactionId,
    });
    expect(balance()).toBe('100.5');
    expect((await look()).history[0]).toMatchObject({ state: 'rolled-back', abandoned: true });
    await open.pass(3_600_000);
    expect(types()).toEqual(['makeBet', 'rollback']);
  });

  it('is closed as lost where the quirk says so', async () => {
    const roundId = await begin({ quirks: { abandonedRound: 'close' } });
    await open.pass(30_500);
    expect(open.agent.bets()[1]).toMatchObject({
      ...{ bet: '0', win: '0', roundFinished: true, gameRoundId: roundId },
    });
    expect((await look()).history[0]).toMatchObject({ state: 'settled', abandoned: true });
    expect(types()).toEqual(['makeBet', 'makeBet']);
  });

  it('goes on for a player who comes back in time', async () => {
    const roundId = await begin();
    await open.pass(25_000);
    await look();
    await open.pass(25_000);
    const { round } = await open.ask(link, 'cash-out', { roundId, at: '2' });
    expect(round).toMatchObject({ state: 'settled', win: '20.00' });
  });
});

describe('a player who leaves', () => {
  it('counts as gone from when they say so', async () => {
    await begin({ quirks: { abandonAfter: '10s' } });
    const page = await listenTo(open, link, 'tab');
    await open.pass(60_000);
    expect(types()).toEqual(['makeBet']);
    await open.act(link, 'leave');
    await page.isOver;
    await open.pass(9_000);
    expect(types()).toEqual(['makeBet']);
    await open.pass(1_500);
    expect(types()).toEqual(['makeBet', 'rollback']);
  });

  it('is there while another page listens', async () => {
    await begin();
    const stays = await listenTo(open, link, 'stays');
    const goes = await listenTo(open, link, 'goes');
    await open.act(`${link}`, 'leave?page=goes');
    await goes.isOver;
    await open.pass(60_000);
    expect(types()).toEqual(['makeBet']);
    await open.act(`${link}`, 'leave?page=stays');
    await stays.isOver;
    await open.pass(31_000);
    expect(types()).toEqual(['makeBet', 'rollback']);
  });
});

describe('a page that listens', () => {
  it('is told of the round that was abandoned with its session, and ends', async () => {
    await begin({ quirks: { sessionIdle: '1m' } });
    const page = await listenTo(open, link);
    await open.pass(61_000);
    await page.isOver;
    expect(page.states.at(-1)?.notice).toBe('This game was idle for too long.');
    expect(types()).toEqual(['makeBet', 'rollback']);
    expect((await listenTo(open, link)).response.status).toBe(410);
  });

  it('counts until its connection breaks', async () => {
    await begin();
    const page = await listenTo(open, link);
    await open.pass(60_000);
    page.close();
    await page.isOver;
    await open.pass(31_000);
    expect(types()).toEqual(['makeBet', 'rollback']);
  });
});

describe('an abandoned round that is unclear', () => {
  it('is paid where it was cashed out: the win is sent again, and never lost', async () => {
    const roundId = await begin();
    open.agent.forecast = ['never-arrived'];
    await open.ask(link, 'cash-out', { roundId, at: '2' });
    await open.pass(30_500);
    const [, first, second] = open.agent.bets();
    expect(second).toEqual(first);
    expect([balance(), types().includes('rollback')]).toEqual(['110.5', false]);
  });

  it('is paid anew where the rollback of its win was not confirmed', async () => {
    const roundId = await begin();
    open.agent.forecast = ['rolled-back-unheard', 'never-arrived'];
    await open.ask(link, 'cash-out', { roundId, at: '2' });
    await open.pass(30_500);
    await open.pass(10_000);
    const [, first, second] = open.agent.bets();
    expect(types().slice(1)).toEqual(['makeBet', 'rollback', 'rollback', 'makeBet']);
    expect(second?.transactionId).not.toBe(first?.transactionId);
    expect(balance()).toBe('110.5');
  });
});

describe('an abandoned round whose bet is unclear', () => {
  it.each(['processed-unheard', 'never-arrived'] as const)('since it was %s is rolled back', async (weather) => {
    open = await openKept();
    link = await open.openLink();
    open.agent.forecast = [weather];
    await open.ask(link, 'bet', { stake: '10' });
    await open.pass(30_500);
    expect([types(), balance()]).toEqual([['makeBet', 'rollback'], '100.5']);
  });

  it('is closed as lost once the bet is taken', async () => {
    open = await openKept({ quirks: { abandonedRound: 'close' } });
    link = await open.openLink();
    open.agent.forecast = ['never-arrived'];
    await open.ask(link, 'bet', { stake: '10' });
    await open.pass(30_500);
    const [first, again, last] = open.agent.bets();
    expect(again).toEqual(first);
    expect(last).toMatchObject({ bet: '0', win: '0', roundFinished: true });
    expect(balance()).toBe('90.5');
  });

  it('has its rollback sent again 10 s after the delivery of the last one has ended', async () => {
    await begin();
    open.agent.forecast = ['never-arrived'];
    const release = open.agent.hold();
    await open.pass(30_500);
    await open.pass(15_000);
    release();
    await open.pass(9_000);
    expect(types()).toEqual(['makeBet', 'rollback']);
    await open.pass(1_500);
    expect(types()).toEqual(['makeBet', 'rollback', 'rollback']);
  });

  it('has its rollback sent with longer and longer pauses', async () => {
    await begin();
    open.agent.forecast = ['never-arrived', 'never-arrived'];
    await open.pass(30_500);
    expect(types()).toEqual(['makeBet', 'rollback']);
    await open.pass(10_500);
    await open.pass(15_000);
    expect(types()).toEqual(['makeBet', 'rollback', 'rollback']);
    await open.pass(6_000);
    expect(types()).toEqual(['makeBet', 'rollback', 'rollback', 'rollback']);
    expect(balance()).toBe('100.5');
  });
});

describe('a player who cancels', () => {
  const cancel = (roundId: string) => open.ask(link, 'cancel', { roundId });

  it('gets the bet back at once', async () => {
    const { round, balance: shown } = await cancel(await begin());
    expect(round).toMatchObject({ state: 'rolled-back', stake: '10.00' });
    expect(round).not.toHaveProperty('abandoned');
    expect(shown).toEqual({ kind: 'balance', amount: '100.50' });
    expect(types()).toEqual(['makeBet', 'rollback']);
  });

  it('is refused where the round is over, is none, or is cashed out', async () => {
    const roundId = await begin();
    expect((await cancel('other')).notice).toBe('There is no such round.');
    open.agent.forecast = ['never-arrived'];
    await open.ask(link, 'cash-out', { roundId, at: '2' });
    expect((await cancel(roundId)).notice).toBe('This round is cashed out: wait for its win.');
    await open.ask(link, 'cash-out', { roundId });
    expect((await cancel(roundId)).notice).toBe('This round is over.');
    expect(types().includes('rollback')).toBe(false);
  });

  it('goes on with the round where the casino refuses', async () => {
    const roundId = await begin();
    open.agent.forecast = [{ kind: 'refused', code: 'internal_error', message: '' }];
    const { round, notice } = await cancel(roundId);
    expect(round?.state).toBe('open');
    expect(notice).toBe('The casino did not take the bet back: the round goes on.');
  });

  it('has the rollback sent until it is confirmed, and the win never paid', async () => {
    const roundId = await begin();
    open.agent.forecast = ['processed-unheard'];
    expect((await cancel(roundId)).round?.state).toBe('unclear');
    const { round } = await open.ask(link, 'cash-out', { roundId, at: '2' });
    expect(round?.state).toBe('rolled-back');
    expect([types(), balance()]).toEqual([['makeBet', 'rollback', 'rollback'], '100.5']);
  });
});
