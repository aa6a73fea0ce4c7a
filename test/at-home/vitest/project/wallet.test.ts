import { describe, expect } from 'vitest';
import { walletTest } from 'walletproof/vitest';
import { createWallet } from './wallet.cjs';

const test = walletTest.with({
  agent: { app: createWallet() },
  players: ['alice:USD,EUR', 'bob:USD'],
});

test('a bet is debited, its win credited', async ({ session }) => {
  const { balance } = await session.getBalance();
  const bet = await session.makeBet({ bet: 5.5, win: 2 });
  expect(bet).toConform();
  expect(bet).toHaveBalance((Number(balance) - 3.5).toFixed(2));
});

test('a repeated bet is debited once', async ({ session }) => {
  const bet = await session.makeBet({ bet: 5 });
  expect(await session.resend(bet)).toConform();
});

test('nobody looks at a repeated bet', async ({ session }) => {
  await session.resend(await session.makeBet({ bet: 5 }));
});

test('a rollback gives the bet back and takes the win', async ({ platform }) => {
  const session = await platform.openSession({ player: 'bob' });
  const bet = await session.makeBet({ bet: 5, win: 2 });
  expect(await session.rollback(bet)).toConform();
});

test('ten repeats at once are one bet', async ({ platform }) => {
  const session = await platform.openSession({ player: 'alice', currency: 'EUR' });
  const results = await session.concurrently(10, (index) =>
    index === 0 ? session.makeBet({ id: 'first', bet: 1 }) : session.resend('first'),
  );
  for (const result of results) expect(result).toConform();
});

test('a bet above the balance is refused', async ({ session }) => {
  expect(await session.makeBet({ bet: 'balance + 0.01' })).toBeRefused('insufficient_balance');
});

describe('the suite', () => test.conformance({ only: 'IDEM-01,BET-01,RB-01' }));
