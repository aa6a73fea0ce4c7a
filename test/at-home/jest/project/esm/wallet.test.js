import { conformanceTests, startPlatform } from 'walletproof/testing';
import { createWallet } from '../wallet.cjs';

let platform;

beforeAll(async () => {
  platform = await startPlatform({
    agent: { app: async () => createWallet() },
    players: ['alice:USD,EUR', 'bob:USD'],
  });
});
afterEach(() => platform.reset());
afterAll(async () => await platform.close());

test('a repeated bet is debited once', async () => {
  const session = await platform.openSession({ player: 'bob' });
  const bet = await session.makeBet({ bet: 5.5 });
  expect(bet).toHaveBalance('994.50');
  expect(await session.resend(bet)).toConform();
});

test('nobody looks at a repeated bet', async () => {
  const session = await platform.openSession();
  await session.resend(await session.makeBet({ bet: 1 }));
});

describe('conformance', () => {
  test.each(conformanceTests({ only: 'IDEM-01,BET-01,RB-01' }))('$id $title', (each) => each.run(platform));
});
