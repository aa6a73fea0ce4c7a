import { expect } from 'vitest';
import { walletTest } from '../../../src/testing/vitest.ts';
import { createWallet } from '../wallet.ts';

// example: vitest
const test = walletTest.with({ agent: { app: createWallet() }, players: ['alice:USD'] });

test('debits a bet once', async ({ session }) => {
  const bet = await session.makeBet({ bet: 5.5 });
  expect(bet).toHaveBalance('994.50');
  expect(await session.resend(bet)).toConform();
  expect(await session.makeBet({ bet: 5000 })).toBeRefused('insufficient_balance');
});

test.conformance({ only: 'BET-01' });
// end

walletTest.with({
  agent: { app: createWallet({ defect: 'double-debit' }) },
  players: ['alice:USD'],
})('debits twice', async ({ session }) => {
  expect(await session.resend(await session.makeBet({ bet: 5 }))).toConform();
});
