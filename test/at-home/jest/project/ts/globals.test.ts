import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startPlatform, type TestPlatform } from 'walletproof/testing';
import { createWallet } from '../wallet.cjs';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ agent: { app: createWallet() }, players: ['bob:USD'] });
});
afterAll(async () => await platform.close());

it('has the matchers on the expect of @jest/globals, too', async () => {
  const session = await platform.openSession();
  const bet = await session.makeBet({ bet: 0.1 });
  expect(bet).toConform();
  expect(bet).toHaveBalance('999.90');
  expect(await session.makeBet({ bet: 5000 })).toBeRefused('insufficient_balance');
});
