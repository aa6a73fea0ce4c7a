import { type Amount, amountOf, renderAmount, zero } from '../../base/money.ts';
import { type Callback, type MakeBet, transactionIdOf } from '../../spec/callback.ts';
import { type Account, accountKey } from '../account.ts';
import { type HeardCall, showsBalance } from '../heard-call.ts';
import { balanceOf, type Ledger } from '../ledger.ts';
import { isFine } from '../step-make-bet.ts';
import {
  accountsIn,
  distinctWorlds,
  forcedOutcomesIn,
  idsIn,
  keyOfWorld,
  type Outcome,
  outcomesIn,
  refusalsIn,
  refusedIn,
  transactionIn,
  unheardWorlds,
  type WorldParts,
  type WorldRules,
} from './worlds.ts';

/**
 * What an order must give: every `answers`; or only that each call is accepted or refused as it
 * was, `acceptance`; or nothing, where somebody else's money may have covered a bet: `anything`.
 */
export type Demand = 'answers' | 'acceptance' | 'anything';

export interface OrderQuestion {
  /** The wallets that are possible before the calls. */
  readonly worlds: readonly Ledger[];
  /** Those that may have arrived, in the order in which they left. */
  readonly calls: readonly HeardCall[];
  readonly demand: Demand;
  /** `one`: whether there is such an order at all. All that they leave when absent. */
  readonly wanted?: 'one';
  /** Beyond so many states the search gives up. */
  readonly mostStates: number;
}

export interface Orders {
  /** What the orders leave, the likeliest first; none where there is no such order. */
  readonly worlds: readonly Ledger[];
  /** Every balance that the account of the first call has on the way. */
  readonly balances: readonly Amount[];
}

/** The calls of one kind are the same to the search: the one that left first is first, and is handled first. */
type AlikeCalls = readonly HeardCall[];

interface SearchNode {
  readonly world: Ledger;
  /** How many calls of each kind were handled. */
  readonly handled: readonly number[];
  /** Of each kind, whether the balance that a handled call answered was not there yet. */
  readonly waiting: readonly boolean[];
}

/**
 * Handles the calls one after another in every order that their times allow: what was answered
 * before another left comes before it. A balance may be read when the call is handled or later.
 * Undefined where there are too many orders.
 */
export const searchOrders = (rules: WorldRules, question: OrderQuestion): Orders | undefined => {
  const { calls, worlds, demand, wanted, mostStates } = question;
  const kinds = kindsOf(question);
  const parts = partsOf(question);
  const start = { handled: kinds.map(() => 0), waiting: kinds.map(() => false) };
  const queue = createQueue(parts, wanted);
  const mostDone = wanted === 'one' ? 1 : Number.POSITIVE_INFINITY;
  queue.add(worlds.map((world) => ({ world, ...start })));
  const done: Ledger[] = [];
  const balances = new Map<string, Amount>();
  for (let node = queue.next(); node && done.length < mostDone; node = queue.next()) {
    const balance = calls[0] && balanceOf(node.world, calls[0].callback);
    if (balance !== undefined) balances.set(renderAmount(balance), balance);
    if (isDone(node, kinds)) done.push(node.world);
    queue.add(successors(rules, { node, kinds, demand }));
    if (queue.seen() > mostStates) return undefined;
  }
  return { worlds: distinctWorlds(done, parts.ids), balances: [...balances.values()] };
};

/** Nodes to visit, each once. A stack: the order in which the calls left, and the likeliest outcome, come first. */
const createQueue = (parts: WorldParts, wanted: OrderQuestion['wanted']) => {
  const nodes: SearchNode[] = [];
  const keys = new Set<string>();
  return {
    add: (more: readonly SearchNode[]): void => {
      const next = wanted === 'one' ? more.toSorted(byWaiting) : more;
      for (const node of next.toReversed()) {
        const key = keyOf(node, parts);
        if (!keys.has(key)) nodes.push(node);
        keys.add(key);
      }
    },
    next: (): SearchNode | undefined => nodes.pop(),
    seen: (): number => keys.size,
  };
};

/** A call that answers its own balance, as most do, comes before one that would wait for it: an order is found at once then. */
const byWaiting = (a: SearchNode, b: SearchNode): number => waitingIn(a) - waitingIn(b);

const waitingIn = ({ waiting }: SearchNode): number => waiting.filter(Boolean).length;

/** What the calls can touch, and what one wallet has beside the others; a single one needs no telling apart. */
const partsOf = ({ worlds, calls }: OrderQuestion): WorldParts => {
  const known = worlds.length < 2 ? [] : idsIn(worlds);
  const accounts = calls.map(({ callback }) => accountKey(callback));
  return {
    ids: [...new Set([...known, ...calls.flatMap(({ callback }) => transactionIdOf(callback) ?? [])])],
    accounts: [...new Set([...accountsIn(worlds), ...accounts])],
  };
};

const keyOf = ({ world, handled, waiting }: SearchNode, parts: WorldParts): string =>
  `${handled.join()} ${waiting.map(Number).join('')}\n${keyOfWorld(world, parts)}`;

const isDone = ({ handled, waiting }: SearchNode, kinds: readonly AlikeCalls[]): boolean =>
  kinds.every(({ length }, n) => handled[n] === length) && !waiting.includes(true);

const kindsOf = ({ calls, demand }: OrderQuestion): AlikeCalls[] => {
  const kinds = new Map<string, HeardCall[]>();
  for (const call of calls.toSorted((one, other) => one.begun - other.begun)) {
    const key = keyOfKind(call, demand);
    kinds.set(key, [...(kinds.get(key) ?? []), call]);
  }
  return [...kinds.values()];
};

/** Copies that were answered alike; what moves nothing counts by when it was sent as well. */
const keyOfKind = ({ callback, said, begun }: HeardCall, demand: Demand): string => {
  const { requestId: _, ...rest } = callback;
  const moves = callback.type !== 'getBalance' && said.kind !== 'refusal';
  return JSON.stringify([rest, demand === 'answers' ? said : said.kind, moves ? 0 : begun]);
};

interface Position {
  readonly node: SearchNode;
  readonly kinds: readonly AlikeCalls[];
  readonly demand: Demand;
}

const successors = (rules: WorldRules, { node, kinds, demand }: Position): SearchNode[] => {
  const soonest = soonestEnd(node, kinds);
  return kinds.flatMap((kind, n) => {
    const count = node.handled[n] ?? 0;
    const call = kind[count];
    if (call === undefined || call.begun >= soonest) return [];
    const handled = node.handled.with(n, count + 1);
    const waits = demand === 'answers' && call.said.kind === 'balance';
    const waiting = waits ? node.waiting.with(n, true) : node.waiting;
    return worldsAfter(rules, node.world, { call, demand }).map((world) => ({
      world,
      handled,
      waiting: waiting.includes(true)
        ? waiting.map((isWaiting, each) => isWaiting && !isMet(kinds[each]?.[0], world))
        : waiting,
    }));
  });
};

/** When the first of the calls that are still to come was answered. */
const soonestEnd = ({ handled }: SearchNode, kinds: readonly AlikeCalls[]): number => {
  let soonest = Number.POSITIVE_INFINITY;
  for (const [n, kind] of kinds.entries()) {
    for (const { ended } of kind.slice(handled[n])) soonest = Math.min(soonest, ended);
  }
  return soonest;
};

/** Whether the balance that the call answered is there. */
const isMet = (call: HeardCall | undefined, world: Ledger): boolean => {
  const balance = call && balanceOf(world, call.callback);
  return (
    balance !== undefined &&
    call?.said.kind === 'balance' &&
    showsBalance(call.said.text, balance, call.callback.currency)
  );
};

interface Handled {
  readonly call: HeardCall;
  readonly demand: Demand;
}

const worldsAfter = (rules: WorldRules, world: Ledger, { call, demand }: Handled): readonly Ledger[] => {
  const { said, callback } = call;
  const isFree = demand === 'anything';
  switch (said.kind) {
    case 'balance': {
      const forced = isFree ? forcedOutcomesIn(rules, world, callback) : [];
      const taken = [...outcomesIn(rules, world, callback), ...forced].filter(isBalance);
      return taken.length === 0 && isFree ? [world] : taken.map((each) => each.world);
    }
    case 'refusal': {
      const taken = refusals(rules, world, { call, demand }).map((each) => each.world);
      return taken.length === 0 && isFree ? [refusedIn(rules, world, callback)] : taken;
    }
    case 'unheard':
      return unheardWorlds(rules, [world], callback);
    case 'not-arrived':
      return [world];
  }
};

const isBalance = ({ answer }: Outcome): boolean => answer.kind === 'balance';

/** Where the answers count, one that is only taken by its name must have it. */
const refusals = (rules: WorldRules, world: Ledger, { call, demand }: Handled): readonly Outcome[] => {
  const any = outcomesIn(rules, world, call.callback).filter((each) => !isBalance(each));
  return demand === 'answers' || any.length === 0 ? refusalsIn(rules, world, call) : any;
};

/**
 * What the calls leave where every order of them leaves the same: new bets that the balance covers
 * all together. Undefined where the order matters.
 */
export const leftInAnyOrder = (
  rules: WorldRules,
  world: Ledger,
  calls: readonly HeardCall[],
): readonly Ledger[] | undefined => {
  const spent = new Map<string, { readonly account: Account; readonly sum: Amount }>();
  const seen = new Set<string>();
  for (const { callback } of calls) {
    if (!isNewBet(rules, world, callback) || seen.has(callback.transactionId)) return undefined;
    seen.add(callback.transactionId);
    const key = accountKey(callback);
    const sum = (spent.get(key)?.sum ?? zero).plus(amountOf(callback.bet));
    spent.set(key, { account: callback, sum });
  }
  const isCovered = [...spent.values()].every(({ account, sum }) => (balanceOf(world, account) ?? zero).gte(sum));
  if (!isCovered) return undefined;
  const handle = (worlds: readonly Ledger[], call: HeardCall): readonly Ledger[] =>
    worlds.flatMap((each) => worldsAfter(rules, each, { call, demand: 'acceptance' }));
  return calls.reduce<readonly Ledger[]>(handle, [world]);
};

/** Each rounding of a fine amount is an outcome of its own. */
const isNewBet = (rules: WorldRules, world: Ledger, callback: Callback): callback is MakeBet =>
  callback.type === 'makeBet' && transactionIn(rules, world, callback.transactionId) === undefined && !isFine(callback);
