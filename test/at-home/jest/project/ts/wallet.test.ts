import {
  type CallbackResult,
  ConformanceError,
  registerConformanceTests,
  startPlatform,
  type TestPlatform,
} from 'walletproof/testing';
import { createWallet } from '../wallet.cjs';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({
    agent: { app: createWallet() },
    players: ['alice:USD,EUR', 'bob:USD'],
  });
});
afterEach(() => platform.reset());
afterAll(async () => await platform.close());

it('repeats a bet', async () => {
  const session = await platform.openSession({ player: 'alice', currency: 'EUR' });
  const bet: CallbackResult = await session.makeBet({ bet: 5, win: '2.50' });
  bet.assertConforms();
  expect(await session.resend(bet)).toConform();
  expect(bet.findings.map(({ code }) => code)).toEqual([]);
  // @ts-expect-error A bet has an amount.
  await expect(async () => await session.makeBet({})).rejects.toThrow('bet');
});

it('is red where nobody looks', async () => {
  const session = await platform.openSession();
  await session.resend(await session.makeBet({ bet: 1 }));
});

it('throws an error of its own', async () => {
  const free = await startPlatform({
    agent: { app: createWallet({ defect: 'kept-win' }) },
    players: ['alice:USD'],
    onFinding: 'ignore',
  });
  const session = await free.openSession();
  const undone = await session.rollback(await session.makeBet({ bet: 5, win: 2 }));
  expect(() => undone.assertConforms()).toThrow(ConformanceError);
  expect(undone).not.toConform();
  await free.close();
});

registerConformanceTests(test, () => platform, { only: 'IDEM-01,BET-01,RB-01' });
