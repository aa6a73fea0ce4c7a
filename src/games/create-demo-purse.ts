import { amountOf, renderAmount } from '../money/amount.ts';
import type { Demos } from '../platform/create-demos.ts';
import type { Callback } from '../spec/callback.ts';
import type { CallbackOutcome, SendCallback } from './callback-outcome.ts';

/** Play money in the place of an agent: a virtual balance on the platform; nobody else hears of it. */
export const createDemoPurse =
  (demos: Demos, linkKey: string): SendCallback =>
  async (callback) => ({ outcome: answer(demos, linkKey, callback), calls: [] });

const answer = (demos: Demos, linkKey: string, callback: Callback): CallbackOutcome => {
  const opened = demos.open(linkKey);
  if (opened.kind !== 'open') return { kind: 'unclear', reason: 'This demo is over.' };
  const { demo } = opened;
  if (callback.type !== 'makeBet') return { kind: 'balance', balance: demo.balance };
  const left = amountOf(demo.balance).minus(amountOf(callback.bet));
  if (left.lt(0)) return { kind: 'refused', code: 'insufficient_balance', message: '' };
  const balance = renderAmount(left.plus(amountOf(callback.win)));
  demos.settle(demo, balance);
  return { kind: 'balance', balance };
};
