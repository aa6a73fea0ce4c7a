import { afterEach, describe, expect, it } from '@jest/globals';
import { slot } from './open-games.ts';
import { beginPack, brief, type KeptSetup, type OpenKept, openKept } from './open-kept.ts';

let open: OpenKept;
let link: string;
afterEach(() => open.close());

const begin = async (setup: KeptSetup = {}): Promise<void> => {
  open = await openKept({ gameId: slot, ...setup });
  link = await open.openLink();
};

const told = () => open.agent.callbacks.map(brief);

/** The clock begins at 1,800,000,000 s. */
const inAMinute = new Date(1_800_000_060_000).toISOString();

describe('a pack that ends before all is played', () => {
  it('by freespins_delete is told with is_finish, and paid', async () => {
    await begin();
    await beginPack(open, link);
    await open.call('freespins_delete', { freespins_id: 'fs-1' });
    await open.pass(1_000);
    expect(told()).toEqual(['1/3 5', '1/1 5 finished', 'win 5 of 0']);
    await open.ask(link, 'balance');
    await open.pass(600_000);
    expect(told()).toEqual(['1/3 5', '1/1 5 finished', 'win 5 of 0', 'getBalance']);
  });

  it('by its time is told and paid, too', async () => {
    await begin();
    await beginPack(open, link, { expires_at: inAMinute });
    await open.pass(59_000);
    expect(told()).toEqual(['1/3 5']);
    await open.pass(1_500);
    expect(told()).toEqual(['1/3 5', '1/1 5 finished', 'win 5 of 0']);
    expect(open.platform.packs.list()).toMatchObject([{ status: 'finished', played: 1, total: 3 }]);
  });

  it('by its session is told in that session', async () => {
    await begin({ quirks: { sessionIdle: '1m' } });
    await beginPack(open, link);
    const { sessionId } = open.agent.callbacks[0] ?? {};
    await open.openLink();
    await open.pass(61_000);
    expect(told()).toEqual(['1/3 5', '1/1 5 finished', 'win 5 of 0']);
    expect(open.agent.callbacks.map((callback) => callback.sessionId)).toEqual(
      Array.from({ length: 3 }, () => sessionId),
    );
  });

  it('by a session that is closed by hand is told there as well', async () => {
    await begin();
    await beginPack(open, link);
    const [session] = open.platform.sessions.active();
    open.platform.sessions.close(session?.sessionId ?? '');
    open.seen.length = 0;
    await open.pass(1_000);
    expect(told()).toEqual(['1/3 5', '1/1 5 finished', 'win 5 of 0']);
    expect(open.seen).toContain(session?.sessionId);
    expect((await open.act(link, 'start')).status).toBe(410);
  });
});

describe('a pack of which nothing was played', () => {
  it('just goes', async () => {
    await begin();
    await open.grant({ freespins_id: 'fs-1' });
    await open.ask(link, 'start');
    await open.call('freespins_delete', { freespins_id: 'fs-1' });
    await open.pass(60_000);
    expect(told()).toEqual(['0/3 0']);
  });
});

describe('the quirk packEnd', () => {
  it.each([
    [{ freespins_id: 'fs-1' }, 0],
    [{ freespins_id: 'fs-1', expires_at: inAMinute }, 61_000],
  ])('forfeit sends nothing', async (grant, afterMs) => {
    await begin({ quirks: { packEnd: 'forfeit' } });
    await beginPack(open, link, grant);
    await open.pass(afterMs);
    await open.call('freespins_delete', { freespins_id: 'fs-1' });
    await open.pass(60_000);
    expect(told()).toEqual(['1/3 5']);
  });
});

describe('the win of a pack that ends early', () => {
  it.each([
    ['per-spin', ['win 5 of 0', '1/3 5', '1/1 5 finished']],
    ['before-finish', ['1/3 5', 'win 5 of 0', '1/1 5 finished']],
  ] as const)('is paid once with packWin %s', async (packWin, expected) => {
    await begin({ quirks: { packWin } });
    await beginPack(open, link);
    await open.call('freespins_delete', { freespins_id: 'fs-1' });
    await open.pass(60_000);
    expect(told()).toEqual(expected);
    expect(open.agent.wallet.balance.toFixed()).toBe('105.5');
  });

  it('is sent until the agent has heard of it', async () => {
    await begin({ quirks: { sessionIdle: '1m' } });
    await beginPack(open, link);
    open.agent.forecast = ['never-arrived', 'fair', 'processed-unheard', 'rolled-back-unheard'];
    await open.pass(61_000);
    for (const ms of [10_500, 20_500, 40_500, 80_500]) await open.pass(ms);
    expect(told()).toEqual([
      ...['1/3 5', '1/1 5 finished', '1/1 5 finished', 'win 5 of 0', 'win 5 of 0'],
      ...['rollback', 'win 5 of 0'],
    ]);
    expect(open.agent.wallet.balance.toFixed()).toBe('105.5');
  });

  it('is told again 10 s after its delivery has ended', async () => {
    await begin({ quirks: { sessionIdle: '1m' } });
    await beginPack(open, link);
    open.agent.forecast = ['never-arrived'];
    const release = open.agent.hold();
    await open.pass(61_000);
    await open.pass(15_000);
    release();
    await open.pass(9_000);
    expect(told()).toEqual(['1/3 5', '1/1 5 finished']);
    await open.pass(1_500);
    expect(told()).toEqual(['1/3 5', '1/1 5 finished', '1/1 5 finished', 'win 5 of 0']);
  });

  it('is told to the dashboard', async () => {
    await begin();
    await beginPack(open, link, { expires_at: inAMinute });
    open.seen.length = 0;
    await open.pass(61_000);
    expect(open.seen).toEqual(['packs', 'packs']);
  });
});
