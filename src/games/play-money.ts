import { type Amount, amountOf, renderAmount, zero } from '../base/money.ts';
import { type Demo, type Demos, demoBeginning } from '../platform/demos.ts';
import type { AmountText, Callback } from '../spec/callback.ts';
import type { CallbackOutcome } from './callbacks.ts';

const tooLittle: CallbackOutcome = { kind: 'refused', code: 'insufficient_balance', message: '' };

/** In the place of an agent: a virtual balance on the platform; nobody else hears of it. */
export class PlayMoney {
  readonly #demos: Demos;
  readonly #linkKey: string;
  readonly #beginning: AmountText;
  /** A player can cancel the bet of the open round alone: the last transaction. */
  #last: { readonly transactionId: string; readonly moved: Amount } | undefined;

  constructor(demos: Demos, { linkKey, launch }: Demo, beginning: AmountText) {
    this.#demos = demos;
    this.#linkKey = linkKey;
    this.#beginning = demoBeginning(beginning, launch.currency);
  }

  /** The balance is what it was at first. */
  reset(): void {
    const opened = this.#demos.open(this.#linkKey);
    if (opened.kind === 'open') this.#demos.settle(opened.demo, this.#beginning);
  }

  answer(callback: Callback): CallbackOutcome {
    const opened = this.#demos.open(this.#linkKey);
    if (opened.kind !== 'open') return { kind: 'unclear', reason: 'This demo is over.' };
    const { demo } = opened;
    if (callback.type === 'getBalance') return { kind: 'balance', balance: demo.balance };
    const { transactionId } = callback;
    if (callback.type === 'rollback') {
      const moved = this.#last?.transactionId === transactionId ? this.#last.moved : zero;
      this.#last = undefined;
      return this.#move(demo, zero.minus(moved));
    }
    if (amountOf(demo.balance).lt(callback.bet)) return tooLittle;
    this.#last = { transactionId, moved: amountOf(callback.win).minus(callback.bet) };
    return this.#move(demo, this.#last.moved);
  }

  #move(demo: Demo, amount: Amount): CallbackOutcome {
    const balance = amountOf(demo.balance).plus(amount);
    if (balance.lt(0)) return tooLittle;
    this.#demos.settle(demo, renderAmount(balance));
    return { kind: 'balance', balance: renderAmount(balance) };
  }
}
