import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { registerConformanceTests, startPlatform } from 'walletproof/testing';
import { createWallet } from './wallet.cjs';

let platform;
let wallet;

before(async () => {
  platform = await startPlatform({
    agent: { app: ({ platformUrl }) => (wallet = createWallet({ platformUrl })) },
    players: ['alice:USD,EUR', 'bob:USD'],
  });
});
afterEach(() => platform.reset());
after(async () => await platform.close());

test('a bet is debited, its win credited', async () => {
  const session = await platform.openSession({ player: 'bob' });
  const bet = await session.makeBet({ bet: 5.5, win: 2 });
  bet.assertConforms();
  assert.equal(bet.balance, '996.50');
});

test('a repeated bet is debited once', async () => {
  const session = await platform.openSession({ player: 'alice' });
  const bet = await session.makeBet({ bet: 5 });
  (await session.resend(bet)).assertConforms();
});

test('nobody looks at a repeated bet', async () => {
  const session = await platform.openSession({ player: 'alice' });
  await session.resend(await session.makeBet({ bet: 5 }));
});

test('a rollback gives the bet back and takes the win', async () => {
  const session = await platform.openSession({ player: 'bob' });
  const bet = await session.makeBet({ bet: 5, win: 2 });
  (await session.rollback(bet)).assertConforms();
});

test('ten repeats at once are one bet', async () => {
  const session = await platform.openSession({ player: 'alice', currency: 'EUR' });
  const results = await session.concurrently(10, (index) =>
    index === 0 ? session.makeBet({ id: 'first', bet: 1 }) : session.resend('first'),
  );
  for (const result of results) result.assertConforms();
});

test('the wallet asks for a link', async () => {
  await wallet.askForLink({ playerId: 'alice', currency: 'USD', gameId: 101 });
  const { request } = await platform.waitForRequest('get_game_link', { timeout: '5s' });
  assert.equal(request.player_id, 'alice');
});

test('a wait for what nobody asks for ends with what came instead', async () => {
  await assert.rejects(platform.waitForRequest('list', { timeout: '100ms' }), {
    name: 'WalletproofError',
    message: /did not receive list within 100 ms. It received no request at all/,
  });
});

test('a request that is ten minutes old has expired', async () => {
  platform.clock.freeze();
  await platform.clock.advance('10m');
  const response = await wallet.askForLink({ playerId: 'alice', currency: 'USD', gameId: 101 });
  assert.equal((await response.json()).error, 'request_expired');
});

describe('conformance', () => {
  // With a defect, what tells it is enough: the whole suite would take minutes.
  const only = process.env.WALLET_DEFECT === undefined ? 'must' : 'IDEM-01,BET-01,RB-01';
  registerConformanceTests(test, () => platform, { only });
});
