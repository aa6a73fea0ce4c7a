import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { say } from './open-wallet.ts';
import { type OpenWired, openWired, rowOf } from './open-wired.ts';

let open: OpenWired;
beforeEach(async () => {
  open = await openWired();
});
afterEach(async () => await open.close());

const player = { playerId: 'player-1', currency: 'USD' } as const;
const bet = (amount: string) => open.admin.callbacks.trigger({ type: 'makeBet', ...player, bet: amount });

const arrived = async (count: number): Promise<void> => {
  while (open.wallet.arrived.length < count) await new Promise((resolve) => setImmediate(resolve));
};

it('asks for the balance once what is under way is answered, and holds back what comes meanwhile', async () => {
  await bet('1');
  const kinds = () => open.wallet.arrived.map(({ json }) => `${json.type} ${json.bet ?? ''}`.trim());
  let answer: () => void = () => undefined;
  open.wallet.next((response) => {
    answer = () => say(200, { content: { balance: 97 } })(response);
  });
  const first = bet('2');
  await arrived(3);
  const asked = open.admin.callbacks.askQuietly();
  const late = bet('4');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(kinds()).toEqual(['getBalance', 'makeBet 1', 'makeBet 2']);
  answer();
  const { callbacks } = await asked;
  await Promise.all([first, late]);
  expect(kinds()).toEqual(['getBalance', 'makeBet 1', 'makeBet 2', 'getBalance', 'makeBet 4']);
  expect(callbacks.map(({ verdict, actual }) => [verdict, actual])).toEqual([['right', '97.00']]);
});

it('asks nothing where no account is followed, and stops where nobody answers', async () => {
  expect(await open.admin.callbacks.askQuietly()).toEqual({ exchangeIds: [], callbacks: [] });
  await bet('1');
  await open.admin.callbacks.trigger({ type: 'getBalance', playerId: 'player-2', currency: 'USD' });
  open.wallet.next((response) => response.destroy());
  const { callbacks } = await open.admin.callbacks.askQuietly();
  expect(callbacks.map(({ status }) => status)).toEqual([null]);
});

it('what a run has left is told as that, and the next callback by hand is judged', async () => {
  await bet('1');
  const resume = await open.runHost.pauseJudging();
  // A run moves the money past the judge.
  const moving = { type: 'makeBet', ...player, bet: '0', win: '5' } as const;
  await open.admin.callbacks.trigger(moving);
  await resume();
  expect(open.admin.accounts()[0]).toMatchObject({ bets: '1.00', elsewhere: '0.00', runs: '5.00', expected: '104.00' });
  const { exchangeIds } = await bet('3');
  expect(open.wallet.arrived.slice(-2).map(({ json }) => json.type)).toEqual(['getBalance', 'makeBet']);
  expect((await rowOf(open, exchangeIds[0])).judgement).toMatchObject({ verdict: 'right', expected: '101.00' });
});
