import { afterEach, describe, expect, it } from '@jest/globals';
import { crash, slot } from './open-games.ts';
import { brief, type KeptSetup, listenTo, type OpenKept, openKept } from './open-kept.ts';

let open: OpenKept;
let link: string;
afterEach(() => open.close());

const begin = async (setup: KeptSetup = {}): Promise<void> => {
  open = await openKept({ gameId: slot, ...setup });
  link = await open.openLink();
};

const told = () => open.agent.callbacks.map(brief);

const every30 = { quirks: { balanceInterval: '30s' } };

describe('while a page listens', () => {
  it('the balance is asked for every balanceInterval, after that of the launch', async () => {
    await begin(every30);
    const page = await listenTo(open, link);
    await open.ask(link, 'start');
    await open.pass(29_000);
    expect(told()).toEqual(['getBalance']);
    await open.pass(60_000);
    expect(told()).toEqual(['getBalance', 'getBalance', 'getBalance']);
    expect(page.states.at(-1)).toMatchObject({
      balance: { kind: 'balance', amount: '100.50' },
      calls: [{ kind: 'getBalance' }],
    });
    page.close();
    await page.isOver;
    await open.pass(120_000);
    expect(told()).toHaveLength(3);
  });

  it('no balance is asked for where the interval is 0', async () => {
    await begin();
    const page = await listenTo(open, link);
    await open.pass(300_000);
    page.close();
    expect(told()).toEqual([]);
  });
});

describe('a balance from time to time', () => {
  it('comes in an open round, too', async () => {
    await begin({ ...every30, gameId: crash });
    const page = await listenTo(open, link);
    await open.ask(link, 'bet', { stake: '1' });
    await open.pass(61_000);
    page.close();
    expect(told()).toEqual(['win 0 of 1', 'getBalance', 'getBalance']);
  });

  it('tells the free spins every time, and ends them', async () => {
    await begin(every30);
    await open.grant({ count: 1 });
    const page = await listenTo(open, link);
    await open.ask(link, 'start');
    await open.ask(link, 'force', { outcome: 'win', amount: '2' });
    await open.pass(30_500);
    open.agent.forecast = ['never-arrived'];
    await open.ask(link, 'bet', {});
    await open.pass(30_500);
    page.close();
    expect(told()).toEqual(['0/1 0', '0/1 0', '1/1 2 finished', '1/1 2 finished', 'win 2 of 0']);
  });
});

describe('who plays without a stream', () => {
  it('is there for abandonAfter after each action', async () => {
    await begin({ quirks: { balanceInterval: '10s' } });
    await open.ask(link, 'start');
    await open.pass(60_000);
    expect(told()).toHaveLength(3);
    await open.ask(link, 'leave');
    await open.pass(60_000);
    expect(told()).toHaveLength(3);
  });

  it('is not asked in between: a balance waits for the action', async () => {
    await begin({ quirks: { balanceInterval: '10s' } });
    await open.ask(link, 'start');
    const release = open.agent.hold();
    const bet = open.ask(link, 'bet', { stake: '1' });
    await open.pass(15_000);
    expect(told()).toHaveLength(2);
    release();
    await bet;
    await open.settle();
    expect(told()).toEqual(['getBalance', expect.stringMatching(/^win/), 'getBalance']);
  });

  it('is asked nothing in a demo', async () => {
    await begin(every30);
    await open.ask(await open.openDemoLink(), 'start');
    await open.pass(60_000);
    expect(told()).toEqual([]);
  });
});

describe('a bet of which nobody knows, and whose rollback is not confirmed', () => {
  const doubtful = async (count = 1): Promise<void> => {
    await begin();
    open.agent.forecast = Array.from({ length: count }, () => 'rolled-back-unheard' as const);
    for (let made = 0; made < count; made += 1) await open.ask(link, 'bet', { stake: '1' });
  };
  const rollbacks = () => open.agent.callbacks.filter(({ type }) => type === 'rollback').length;
  const states = async () => (await open.ask(link, 'balance')).history.map(({ state }) => state);

  it('is rolled back again after 10 s, 20 s and so on, until the agent confirms it', async () => {
    await doubtful();
    const [bet] = open.agent.bets();
    const refused = { kind: 'refused', code: 'HTTP 404', message: '' } as const;
    open.agent.forecast = ['never-arrived', refused];
    const made: number[] = [];
    for (const ms of [9_000, 1_500, 19_000, 1_500, 41_000, 600_000]) {
      await open.pass(ms);
      made.push(rollbacks());
    }
    expect(made).toEqual([0, 1, 1, 2, 3, 3]);
    const [one, two] = open.agent.callbacks.filter((each) => each.type === 'rollback');
    expect([one?.transactionId, two?.transactionId]).toEqual(Array(2).fill(bet?.transactionId));
    expect(one?.requestId).not.toBe(two?.requestId);
    expect(await states()).toEqual(['rolled-back']);
  });

  it('waits from the end of the try before, however long that took', async () => {
    await begin();
    open.agent.forecast = ['rolled-back-unheard', 'never-arrived'];
    let release = open.agent.hold();
    const bet = open.ask(link, 'bet', { stake: '1' });
    while (open.agent.callbacks.length === 0) await open.settle();
    open.agent.options[0]?.onRollback?.();
    await open.pass(15_000);
    release();
    await bet;
    const made: number[] = [];
    await open.pass(9_000);
    made.push(rollbacks());
    release = open.agent.hold();
    await open.pass(1_500);
    made.push(rollbacks());
    await open.pass(15_000);
    release();
    for (const ms of [19_000, 1_500]) {
      await open.pass(ms);
      made.push(rollbacks());
    }
    expect(made).toEqual([0, 1, 1, 2]);
  });

  it('does not keep the player from the next round, and several are cleared at once', async () => {
    await doubtful(2);
    expect((await open.ask(link, 'bet', { stake: '1' })).round?.state).toBe('settled');
    await open.pass(10_500);
    expect(rollbacks()).toBe(2);
    expect(await states()).toEqual(['settled', 'rolled-back', 'rolled-back']);
  });

  it('is left after twenty tries, and taken up by the next start', async () => {
    await doubtful();
    open.agent.forecast = Array.from({ length: 40 }, () => 'never-arrived' as const);
    for (let tries = 0; tries < 25; tries += 1) await open.pass(600_500);
    expect(rollbacks()).toBe(19);
    open.agent.forecast = [];
    const { world } = open;
    await open.close();
    open = await openKept({ gameId: slot, world });
    await open.pass(500);
    expect(rollbacks()).toBe(20);
  });
});

describe('games that are cleared', () => {
  it('end their streams, and nothing more is sent for them', async () => {
    await begin({ gameId: crash });
    await open.ask(link, 'bet', { stake: '1' });
    const page = await listenTo(open, link);
    open.platform.sessions.clear();
    open.games.clear();
    await page.isOver;
    await open.pass(600_000);
    expect([told(), open.world.kept.all('game')]).toEqual([['win 0 of 1'], []]);
  });
});
