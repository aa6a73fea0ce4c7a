import type { Amount } from '../../money/amount.ts';
import { renderAmount } from '../../money/amount.ts';
import { showsBalance } from '../shows-balance.ts';
import type { LiveRules } from './memory.ts';
import { forcedOutcomesIn, outcomesIn } from './outcomes-in.ts';
import type { Reading } from './reading.ts';
import { refusalsIn, refusedIn } from './refusals-in.ts';
import { unheardWorlds } from './unheard-worlds.ts';
import type { World } from './world.ts';
import { balanceIn, distinctWorlds, keyOfWorld } from './world.ts';

/**
 * What an order must give: every `answers`; or only that each call is accepted or refused as it
 * was, `acceptance`; or nothing, where somebody else's money may have covered a bet: `anything`.
 */
export type Demand = 'answers' | 'acceptance' | 'anything';

export interface OrderQuestion {
  readonly worlds: readonly World[];
  /** Those that may have arrived, at most 30. */
  readonly readings: readonly Reading[];
  readonly demand: Demand;
}

export interface Orders {
  /** What the orders leave; none where there is no such order. */
  readonly worlds: readonly World[];
  /** Every balance that the account has on the way. */
  readonly balances: readonly Amount[];
}

interface Node {
  readonly world: World;
  /** Bit n: call n was handled. */
  readonly done: number;
  /** Bit n: call n was handled, and the balance it answered was not there yet. */
  readonly waiting: number;
}

/** Beyond so many states the search gives up. */
const mostStates = 1_500;

/**
 * Handles the calls one after another in every order that their times allow: what was answered
 * before another left comes before it. A balance may be read when the call is handled or later.
 * Undefined where there are too many orders.
 */
export const searchOrders = (rules: LiveRules, question: OrderQuestion): Orders | undefined => {
  const { readings, worlds } = question;
  if (readings.length > 30) return undefined;
  const all = 2 ** readings.length - 1;
  const queue: Node[] = worlds.map((world) => ({ world, done: 0, waiting: 0 }));
  const seen = new Set(queue.map(keyOf));
  const left: World[] = [];
  const balances = new Map<string, Amount>();
  const visit = (node: Node): void => {
    const balance = balanceIn(node.world);
    balances.set(renderAmount(balance), balance);
    if (node.done === all && node.waiting === 0) left.push(node.world);
    for (const next of successors(rules, question, node)) {
      const key = keyOf(next);
      if (!seen.has(key)) queue.push(next);
      seen.add(key);
    }
  };
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    visit(node);
    if (seen.size > mostStates) return undefined;
  }
  return { worlds: distinctWorlds(left), balances: [...balances.values()] };
};

const keyOf = ({ world, done, waiting }: Node): string =>
  `${done} ${waiting}\n${keyOfWorld(world)}`;

const successors = (rules: LiveRules, question: OrderQuestion, node: Node): Node[] => {
  const { readings } = question;
  const open = readings.flatMap((reading, n) =>
    (node.done & (1 << n)) === 0 ? [{ reading, n }] : [],
  );
  const able = open.filter(({ reading }) =>
    open.every((other) => other.reading.ended > reading.begun),
  );
  const distinct = new Map(able.toReversed().map((each) => [twinKey(each.reading), each]));
  return [...distinct.values()].flatMap(({ reading, n }) =>
    worldsAfter(rules, node.world, { reading, demand: question.demand }).map((world) => {
      const waiting = question.demand === 'answers' ? node.waiting | waits(reading, n) : 0;
      return { world, done: node.done | (1 << n), waiting: stillWaiting(readings, world, waiting) };
    }),
  );
};

/** Copies that were answered alike are the same to the search. */
const twinKey = ({ callback, word, begun, ended }: Reading): string => {
  const said = word.kind === 'balance' ? word.text : word.kind;
  if (callback.type === 'getBalance') return `read ${begun}`;
  const { requestId: _, ...rest } = callback;
  return JSON.stringify([rest, said, said === 'refusal' ? begun + ended : 0]);
};

const waits = ({ word }: Reading, n: number): number => (word.kind === 'balance' ? 1 << n : 0);

const stillWaiting = (readings: readonly Reading[], world: World, waiting: number): number => {
  let still = waiting;
  for (const [n, { word, callback }] of readings.entries()) {
    const isMet =
      word.kind === 'balance' && showsBalance(word.text, balanceIn(world), callback.currency);
    if (isMet) still &= ~(1 << n);
  }
  return still;
};

interface Handled {
  readonly reading: Reading;
  readonly demand: Demand;
}

const worldsAfter = (
  rules: LiveRules,
  world: World,
  { reading, demand }: Handled,
): readonly World[] => {
  const { word, callback } = reading;
  const isFree = demand === 'anything';
  switch (word.kind) {
    case 'balance': {
      const outcomes = outcomesIn(rules, world, callback);
      const forced = isFree ? forcedOutcomesIn(rules, world, callback) : [];
      const taken = [...outcomes, ...forced].filter(({ answer }) => answer.kind === 'balance');
      return taken.length === 0 && isFree ? [world] : taken.map((each) => each.world);
    }
    case 'refusal': {
      const taken = refusalsIn(rules, world, { ...reading, word }).map((each) => each.world);
      return taken.length === 0 && isFree ? [refusedIn(rules, world, callback)] : taken;
    }
    case 'unheard':
      return unheardWorlds(rules, [world], callback) ?? [];
    case 'not-arrived':
      return [world];
  }
};
