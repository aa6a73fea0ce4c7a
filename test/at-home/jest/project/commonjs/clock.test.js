const { startPlatform } = require('walletproof/testing');
const { createWallet } = require('../wallet.cjs');

const start = async (options = {}) => {
  let wallet;
  const platform = await startPlatform({
    agent: { app: ({ platformUrl }) => (wallet = createWallet({ platformUrl })) },
    players: ['alice:USD'],
    ...options,
  });
  return { platform, wallet };
};
const order = { playerId: 'alice', currency: 'USD', gameId: 101 };

test('a request that is ten minutes old has expired', async () => {
  const { platform, wallet } = await start({ clock: 'manual' });
  expect((await wallet.askForLink(order)).status).toBe(200);
  await platform.clock.advance('10m');
  expect((await wallet.askForLink(order)).status).toBe(400);
  expect(await platform.waitForRequest('get_game_link')).toMatchObject({
    refusal: 'request_expired',
  });
  await platform.close();
});

test('fake timers stop nothing', async () => {
  const { platform } = await start();
  jest.useFakeTimers();
  try {
    const session = await platform.openSession();
    const bet = await session.makeBet({ bet: 1 });
    expect(bet).toConform();
    expect(await session.makeBet({ bet: 5000 })).toBeRefused('insufficient_balance');
    expect(await session.makeBet({ bet: 1, after: '10ms' })).toConform();
    await expect(platform.waitForRequest('list', { timeout: '50ms' })).rejects.toThrow('50 ms');
    await platform.waitForIdle();
    platform.reset();
    await platform.close();
  } finally {
    jest.useRealTimers();
  }
});
