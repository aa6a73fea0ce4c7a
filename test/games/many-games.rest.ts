import { afterEach, expect, it } from '@jest/globals';
import { platformBounds } from '../../src/spec/platform-bounds.ts';
import { crash, type OpenGames, openGames, slot } from './open-games.ts';

let open: OpenGames;
afterEach(() => open.close());

const tooMuch = 'Too many requests at once: wait for the ones in progress.';

it('a game beyond those that can be looked after is not played, and one line says so', async () => {
  open = await openGames({ options: { mostOpen: 2 } });
  const links = [await open.openLink(), await open.openLink(), await open.openLink()];
  const [first = '', second = '', third = ''] = links;
  for (const link of [first, second]) await open.ask(link, 'start');
  for (const action of ['start', 'bet']) {
    expect((await open.ask(third, action, { stake: '1' })).notice).toBe(tooMuch);
  }
  expect((await open.get(`${third}/api/events`)).status).toBe(503);
  expect(open.agent.callbacks).toHaveLength(2);
  expect((await open.ask(second, 'bet', { stake: '1' })).notice).toBeUndefined();
  expect(open.errors.splice(0)).toEqual([
    expect.objectContaining({ message: '2 games are open: no player of another one can play.' }),
  ]);
});

it('of many games that were left the last are remembered, and an open round in any', async () => {
  const sleep = () => new Promise<void>((resolve) => setImmediate(resolve));
  const time = { ms: 1_800_000_000_000 };
  open = await openGames({
    ...{ launch: { game_id: crash }, quirks: { abandonAfter: '1s', balanceInterval: '0s' } },
    platform: { clock: { now: () => time.ms, sleep } },
  });
  const ending = new AbortController();
  const keeping = open.games.keep(ending.signal);
  const link = await open.openLink();
  open.agent.forecast = ['fair'];
  const bet = await open.ask(link, 'bet', { stake: '10' });
  expect(bet.round?.state).toBe('open');
  const launch = open.platform.sessions.active()[0]?.launch;
  if (launch === undefined) throw new Error('no session');
  for (let n = 0; n < platformBounds.leftGames + 1; n += 1) {
    const { linkKey } = open.platform.sessions.create({ ...launch, gameId: slot });
    await open.get(`/play/${linkKey}`);
  }
  const after = await open.ask(link, 'balance');
  expect(after.round).toEqual(bet.round);
  time.ms += 2_000;
  while (open.agent.callbacks.at(-1)?.type !== 'rollback') await sleep();
  ending.abort();
  await keeping;
  expect(open.agent.wallet.balance.toFixed()).toBe('100.5');
});
