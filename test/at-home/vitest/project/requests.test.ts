import { expect, test, vi } from 'vitest';
import { type AppSurroundings, startPlatform } from 'walletproof/testing';
import 'walletproof/vitest';
import { createWallet } from './wallet.cjs';

const order = { playerId: 'alice', currency: 'USD', gameId: 101 };

test('the wallet asks for a link, and too late once', async () => {
  let wallet: ReturnType<typeof createWallet> | undefined;
  await using platform = await startPlatform({
    agent: {
      app: ({ platformUrl }: AppSurroundings) => {
        wallet = createWallet({ platformUrl });
        return wallet;
      },
    },
    players: ['alice:USD'],
    clock: 'manual',
  });
  expect((await wallet?.askForLink(order))?.status).toBe(200);
  const { request } = await platform.waitForRequest('get_game_link', { timeout: '5s' });
  expect(request).toMatchObject({ player_id: 'alice', game_id: 101 });
  await platform.clock.advance('10m');
  expect((await wallet?.askForLink(order))?.status).toBe(400);
  expect(platform.requests('get_game_link')).toHaveLength(2);
});

test('fake timers stop nothing', async () => {
  await using platform = await startPlatform({
    agent: { app: createWallet() },
    players: ['alice:USD'],
  });
  vi.useFakeTimers();
  try {
    const session = await platform.openSession();
    expect(await session.makeBet({ bet: 1 })).toConform();
    expect(await session.makeBet({ bet: 1, after: '10ms' })).toConform();
    await expect(platform.waitForRequest('list', { timeout: '50ms' })).rejects.toThrow('50 ms');
    await platform.waitForIdle();
  } finally {
    vi.useRealTimers();
  }
});
