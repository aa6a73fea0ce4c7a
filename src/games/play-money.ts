import { type Amount, amountOf, renderAmount, zero } from '../base/money.ts';
import type { Demo, Demos } from '../platform/demos.ts';
import type { AmountText, Callback, MakeBet } from '../spec/callback.ts';
import type { CallbackOutcome, SendCallback } from './game-in-play.ts';

interface PlayMoney {
  readonly send: SendCallback;
  /** The virtual balance is what it was at first. */
  readonly beginAnew: () => void;
}

/** In the place of an agent: a virtual balance on the platform; nobody else hears of it. */
export const createPlayMoney = (demos: Demos, linkKey: string, beginning: AmountText): PlayMoney => {
  // A player can cancel the bet of the open round alone: the last transaction.
  let last: { readonly transactionId: string; readonly moved: Amount } | undefined;

  const move = (demo: Demo, amount: Amount): CallbackOutcome => {
    const balance = amountOf(demo.balance).plus(amount);
    if (balance.lt(0)) return { kind: 'refused', code: 'insufficient_balance', message: '' };
    demos.settle(demo, renderAmount(balance));
    return { kind: 'balance', balance: renderAmount(balance) };
  };
  const makeBet = (demo: Demo, { transactionId, bet, win }: MakeBet): CallbackOutcome => {
    if (amountOf(demo.balance).lt(bet)) {
      return { kind: 'refused', code: 'insufficient_balance', message: '' };
    }
    last = { transactionId, moved: amountOf(win).minus(bet) };
    return move(demo, last.moved);
  };
  const rollBack = (demo: Demo, transactionId: string): CallbackOutcome => {
    const moved = last?.transactionId === transactionId ? last.moved : zero;
    last = undefined;
    return move(demo, zero.minus(moved));
  };
  const answer = (callback: Callback): CallbackOutcome => {
    const opened = demos.open(linkKey);
    if (opened.kind !== 'open') return { kind: 'unclear', reason: 'This demo is over.' };
    const { demo } = opened;
    switch (callback.type) {
      case 'getBalance':
        return { kind: 'balance', balance: demo.balance };
      case 'makeBet':
        return makeBet(demo, callback);
      case 'rollback':
        return rollBack(demo, callback.transactionId);
    }
  };

  return {
    send: async (callback) => ({ outcome: answer(callback), calls: [] }),
    beginAnew: () => {
      const opened = demos.open(linkKey);
      if (opened.kind === 'open') demos.settle(opened.demo, beginning);
    },
  };
};
