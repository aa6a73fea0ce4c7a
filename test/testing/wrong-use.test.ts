import { expect, it } from '@jest/globals';
import { conformanceTests, registerConformanceTests } from '../../src/testing/testing.ts';
import { platformStarter } from './platform-starter.ts';

const start = platformStarter('alice:USD,EUR');

it.each([
  [() => conformanceTests({ onyl: 'BET' } as never), /no option "onyl"/],
  [() => conformanceTests({ only: 'BET-01', skip: 'BET' }), /No conformance case is left/],
  [() => registerConformanceTests(() => 1, null as never, {}), /a function as platform.* null/],
  [() => registerConformanceTests(null as never, () => null as never), /a function as test/],
  [
    () =>
      registerConformanceTests(
        () => 1,
        () => null as never,
        { timout: 1 } as never,
      ),
    /no option "timout"/,
  ],
])('refuses wrong options of the conformance suite: %#', (act, message) => {
  expect(act).toThrow(message);
});

it('refuses options of a session and of waiting that do not exist', async () => {
  const platform = await start();
  await expect(platform.openSession({ plyer: 'alice' } as never)).rejects.toThrow(/"plyer"/);
  await expect(platform.waitForRequest('list', { timout: 1 } as never)).rejects.toThrow(/"timout"/);
  await expect(platform.waitForAgent({ timout: 1 } as never)).rejects.toThrow(/"timout"/);
});

it('says that it is closed to whoever uses it afterwards', async () => {
  const platform = await start();
  const session = await platform.openSession();
  await platform.close();
  await expect(session.makeBet({ bet: 1 })).rejects.toThrow('This platform is closed.');
  await expect(platform.openSession()).rejects.toThrow('This platform is closed.');
  await expect(platform.waitForRequest('list')).rejects.toThrow('This platform is closed.');
  await expect(conformanceTests({ only: 'BET-01' })[0]?.run(platform)).rejects.toThrow('This platform is closed.');
  expect(() => platform.reset()).toThrow('This platform is closed.');
  await platform.close();
});

it.each([
  [':USD', /it has no player id/],
  ['alice USD', /a colon stands before the currencies/],
  ['alice:USD;EUR', /"USD;EUR" is no list of currency codes/],
  ['alice:usd', /"usd" is no list of currency codes/],
  ['alice:', /no currency follows the colon/],
  ['alice:USD,bob:USD', /a comma stands between currencies only/],
  [{ lang: 'en' }, /no option "lang"/],
  [{ id: '' }, /names no player/],
  [{ id: 'alice', currencies: 'USD' }, /currencies is an array/],
])('refuses a player that is written wrongly: %j', async (player, message) => {
  await expect(start(undefined, { players: [player as never] })).rejects.toThrow(message);
});

it('says that players are an array', async () => {
  await expect(start(undefined, { players: 'alice:USD' as never })).rejects.toThrow(/which is no array/);
});

it('takes players by unusual ids', async () => {
  const players = ['casino:42:USD', 'a.b-c', '🎲:mBTC', 'Alice Smith:USD,EUR', { id: ' a, b:' }];
  const platform = await start(undefined, { players });
  const session = await platform.openSession({ player: ' a, b:' });
  expect(session).toMatchObject({ player: ' a, b:', currency: 'USD' });
  const named = await platform.openSession({ player: '🎲' });
  expect(named.currency).toBe('mBTC');
});

it('says what a call takes, and which operation was meant', async () => {
  const platform = await start();
  const session = await platform.openSession();
  await expect(session.makeBet(undefined as never)).rejects.toThrow(/an object with the bet/);
  const bet = session.makeBet({ bet: 1 });
  await expect(session.resend(bet as never)).rejects.toMatchObject({
    remedy: expect.stringMatching(/^Await it/),
  });
  await bet;
  await expect(platform.waitForRequest('get_gamelink' as never)).rejects.toMatchObject({
    remedy: 'Did you mean `get_game_link`?',
  });
});
