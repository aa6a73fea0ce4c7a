const { startPlatform } = require('walletproof/testing');
const { createWallet } = require('../wallet.cjs');

test('nobody closes the platform', async () => {
  const platform = await startPlatform({ agent: { app: createWallet() }, players: ['alice:USD'] });
  const session = await platform.openSession();
  expect(await session.makeBet({ bet: 1 })).toConform();
});
