const { startPlatform, conformanceTests } = require('walletproof/testing');
const { createWallet } = require('../wallet.cjs');

let platform;
let wallet;

beforeAll(async () => {
  platform = await startPlatform({
    agent: { app: ({ platformUrl }) => (wallet = createWallet({ platformUrl })) },
    players: ['alice:USD,EUR', 'bob:USD'],
  });
  await platform.waitForAgent({ timeout: '10s' });
});
afterEach(() => platform.reset());
afterAll(async () => await platform.close());

test('a bet is debited, its win credited', async () => {
  const session = await platform.openSession({ player: 'alice', currency: 'USD', game: 101 });
  const { balance } = await session.getBalance();
  const bet = await session.makeBet({ bet: 5.5, win: 2 });
  expect(bet).toConform();
  expect(bet).toHaveBalance((Number(balance) - 3.5).toFixed(2));
  expect(bet).not.toBeRefused();
});

test('a repeated bet is debited once', async () => {
  const session = await platform.openSession({ player: 'alice' });
  const bet = await session.makeBet({ bet: 5 });
  expect(await session.resend(bet)).toConform();
});

test('nobody looks at a repeated bet', async () => {
  const session = await platform.openSession({ player: 'alice' });
  const bet = await session.makeBet({ bet: 5 });
  await session.resend(bet);
});

test('a rollback gives the bet back and takes the win', async () => {
  const session = await platform.openSession({ player: 'bob' });
  const bet = await session.makeBet({ bet: 5, win: 2 });
  expect(await session.rollback(bet)).toConform();
  expect(await session.rollback(bet)).toConform();
});

test('ten repeats at once are one bet', async () => {
  const session = await platform.openSession({ player: 'alice', currency: 'EUR' });
  const results = await session.concurrently(10, (index) =>
    index === 0 ? session.makeBet({ id: 'first', bet: 1 }) : session.resend('first'),
  );
  for (const result of results) expect(result).toConform();
});

test('a bet above the balance is refused', async () => {
  const session = await platform.openSession({ player: 'bob' });
  expect(await session.makeBet({ bet: 'balance + 0.01' })).toBeRefused('insufficient_balance');
});

test('the wallet asks for a link', async () => {
  const order = { playerId: 'alice', currency: 'USD', gameId: 101 };
  const response = await wallet.askForLink(order);
  const request = await platform.waitForRequest('get_game_link', { timeout: '5s' });
  expect(request.request).toMatchObject({ player_id: 'alice', game_id: 101, currency: 'USD' });
  expect(await response.json()).toMatchObject({ status: 'success' });
});

describe('conformance', () => {
  test.each(conformanceTests({ only: 'IDEM-01,BET-01,RB-01' }))('$id $title', (each) => each.run(platform));
});
