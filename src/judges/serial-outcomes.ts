import type { Account, Ledger } from '../ledger/ledger.ts';
import { accountKey, balanceOf } from '../ledger/ledger.ts';
import type { LedgerPolicy } from '../ledger/prediction.ts';
import { step } from '../ledger/step.ts';
import { amountOf, renderAmount, zero } from '../money/amount.ts';
import { isFinerThanScale } from '../money/currency-scale.ts';
import type { Callback, MakeBet } from '../spec/callback.ts';

/** A simultaneous call, and whether the agent answered it with a balance or an error. */
export interface AnsweredCall {
  readonly callback: Callback;
  readonly accepted: boolean;
}

export interface SerialQuestion {
  readonly ledger: Ledger;
  readonly calls: readonly AnsweredCall[];
  readonly policy: LedgerPolicy;
}

export type SerialOutcomes =
  /** The wallets that some order of the calls leaves; none when no order allows the answers. */
  | { readonly kind: 'known'; readonly ledgers: readonly Ledger[] }
  | { readonly kind: 'too-many'; readonly reason: string };

/** The search gives up beyond so many states; it then says so, and judges nothing. */
const maxStates = 20_000;

/** Every wallet that the calls can leave, handled one after another in any order. */
export const serialOutcomes = (question: SerialQuestion): SerialOutcomes =>
  isOrderless(question) ? { kind: 'known', ledgers: inOrder(question) } : search(question);

/** New bets that the balance covers all together: every order accepts them all and leaves the same. */
const isOrderless = ({ ledger, calls }: SerialQuestion): boolean => {
  const ids = new Set(calls.map(({ callback }) => transactionOf(callback)));
  if (ids.size < calls.length) return false;
  const spent = new Map<string, { account: Account; sum: typeof zero }>();
  for (const { callback } of calls) {
    if (callback.type !== 'makeBet') return false;
    if (ledger.transactions.has(callback.transactionId) || isFine(callback)) return false;
    const key = accountKey(callback);
    const sum = (spent.get(key)?.sum ?? zero).plus(amountOf(callback.bet));
    spent.set(key, { account: callback, sum });
  }
  return [...spent.values()].every(({ account, sum }) =>
    (balanceOf(ledger, account) ?? zero).gte(sum),
  );
};

/** Each rounding of a fine amount is an outcome of its own. */
const isFine = ({ bet, win, currency }: MakeBet): boolean =>
  [bet, win].some((text) => isFinerThanScale(amountOf(text), currency));

const transactionOf = (callback: Callback): string =>
  callback.type === 'getBalance' ? callback.requestId : callback.transactionId;

const inOrder = ({ ledger, calls, policy }: SerialQuestion): Ledger[] => {
  let ledgers = [ledger];
  for (const call of calls) ledgers = ledgers.flatMap((each) => after(each, call, policy));
  return ledgers;
};

const after = (ledger: Ledger, { callback, accepted }: AnsweredCall, policy: LedgerPolicy) =>
  step(ledger, callback, policy)
    .branches.filter(({ answer }) => (answer.kind === 'balance') === accepted)
    .map((branch) => branch.ledger);

/** Calls that are the same to the wallet, and how many of them there are. */
interface Kind {
  readonly call: AnsweredCall;
  readonly count: number;
}

interface Node {
  readonly ledger: Ledger;
  /** How many calls of each kind are still to come. */
  readonly left: readonly number[];
}

const search = ({ ledger, calls, policy }: SerialQuestion): SerialOutcomes => {
  const kinds = kindsOf(calls);
  const ids = [...new Set(calls.map(({ callback }) => transactionOf(callback)))];
  const start: Node = { ledger, left: kinds.map(({ count }) => count) };
  const seen = new Set([nodeKey(start, ids)]);
  const queue = [start];
  const done: Ledger[] = [];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (node.left.every((count) => count === 0)) done.push(node.ledger);
    // The queue is a stack: the order in which the calls were sent, and the likeliest branch, come first.
    for (const next of successors(node, kinds, policy).toReversed()) {
      const key = nodeKey(next, ids);
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push(next);
    }
    if (seen.size > maxStates) {
      const reason = `The ${calls.length} simultaneous calls have more than ${maxStates} orders to look through.`;
      return { kind: 'too-many', reason };
    }
  }
  return { kind: 'known', ledgers: done };
};

const kindsOf = (calls: readonly AnsweredCall[]): Kind[] => {
  const kinds = new Map<string, Kind>();
  for (const call of calls) {
    const { requestId: _, ...rest } = call.callback;
    const key = JSON.stringify([rest, call.accepted]);
    kinds.set(key, { call, count: (kinds.get(key)?.count ?? 0) + 1 });
  }
  return [...kinds.values()];
};

const successors = ({ ledger, left }: Node, kinds: readonly Kind[], policy: LedgerPolicy) =>
  kinds.flatMap(({ call }, index): Node[] => {
    const count = left[index] ?? 0;
    if (count === 0) return [];
    const fewer = left.with(index, count - 1);
    return after(ledger, call, policy).map((next) => ({ ledger: next, left: fewer }));
  });

/** What tells two nodes apart; only the transactions of the calls can differ. */
const nodeKey = ({ ledger, left }: Node, ids: readonly string[]): string =>
  [
    ...left,
    ...[...ledger.balances].map(([key, balance]) => `${key} ${renderAmount(balance)}`),
    ...ids.map((id) => ledger.transactions.get(id)?.state ?? ''),
  ].join('\n');
