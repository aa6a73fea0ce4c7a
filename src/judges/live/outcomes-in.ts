import type { Ledger, Transaction } from '../../ledger/ledger.ts';
import { accountKey, wasApplied } from '../../ledger/ledger.ts';
import type { Branch, PredictedAnswer } from '../../ledger/prediction.ts';
import { step } from '../../ledger/step.ts';
import type { Amount } from '../../money/amount.ts';
import { amountOf } from '../../money/amount.ts';
import type { Callback, MakeBet } from '../../spec/callback.ts';
import type { Situation } from '../../spec/situation.ts';
import type { LiveRules } from './memory.ts';
import { transactionIn } from './memory.ts';
import type { World } from './world.ts';
import { balanceIn } from './world.ts';

/**
 * What may come of a call in a world. `forced`: what a right agent does only where somebody else
 * has moved money that nobody here has seen: it covers a bet, or leaves it uncovered.
 */
export interface Outcome {
  readonly standing: Branch['standing'] | 'forced';
  readonly situation: Situation;
  readonly answer: PredictedAnswer;
  /** Said of the agent. */
  readonly sentence: string;
  readonly before: World;
  readonly world: World;
}

/** What a right agent may do, the likeliest first. */
export const outcomesIn = (rules: LiveRules, before: World, callback: Callback): Outcome[] => {
  const ledger = ledgerOf(rules, before, callback);
  const { situation, branches } = step(ledger, callback, rules.quirks);
  return branches.map(({ standing, answer, sentence, ledger: after }) => {
    const world = worldAfter(before, callback, { ledger, after });
    return { standing, situation, answer, sentence, before, world };
  });
};

/** What it may have done besides, where other money was there than is known here. */
export const forcedOutcomesIn = (
  rules: LiveRules,
  before: World,
  callback: Callback,
): Outcome[] => {
  if (callback.type !== 'makeBet') return [];
  const known = transactionIn(rules, before, callback.transactionId);
  if (known !== undefined && (wasApplied(known) || !isOwn(known, callback))) return [];
  const [applied, refused] = [withBet(before, callback), withRefused(before, callback)];
  const forced = { standing: 'forced', situation: 'refused-bet-again', before } as const;
  return [
    {
      ...forced,
      world: applied,
      answer: { kind: 'balance', balance: balanceIn(applied) },
      sentence: 'applied a bet that the balance known here does not cover',
    },
    {
      ...forced,
      world: refused,
      answer: { kind: 'refusal', codes: [] },
      sentence: 'refused a bet that the balance known here covers',
    },
  ];
};

const isOwn = ({ account }: Transaction, callback: Callback): boolean =>
  accountKey(account) === accountKey(callback);

/** Only what this call can touch: the ledger copies what it has. */
const ledgerOf = (rules: LiveRules, world: World, callback: Callback): Ledger => {
  const id = callback.type === 'getBalance' ? undefined : callback.transactionId;
  const known = id === undefined ? undefined : transactionIn(rules, world, id);
  return {
    balances: new Map([[accountKey(callback), balanceIn(world)]]),
    transactions: new Map(known === undefined ? [] : [[known.id, known]]),
  };
};

interface Change {
  readonly ledger: Ledger;
  readonly after: Ledger;
}

const worldAfter = (world: World, callback: Callback, { ledger, after }: Change): World => {
  if (callback.type === 'getBalance' || ledger === after) return world;
  const change = changeOf(accountKey(callback), { ledger, after });
  const now = after.transactions.get(callback.transactionId);
  const known = ledger.transactions.get(callback.transactionId);
  const next =
    now === undefined || now === known
      ? world
      : { ...world, transactions: new Map(world.transactions).set(now.id, now) };
  if (change === undefined) return next;
  if (callback.type === 'rollback') return { ...next, rollbacks: next.rollbacks.plus(change) };
  // A bet and a win that cancel each other out are a bet and a win.
  if (change.eq(0) && !isNewlyApplied(known, now)) return next;
  // Rounded amounts stand in the transaction; one id for two accounts stays with the first.
  const bet = now !== undefined && isOwn(now, callback) ? now.bet : amountOf(callback.bet);
  return { ...next, bets: next.bets.plus(bet), wins: next.wins.plus(change).plus(bet) };
};

const changeOf = (key: string, { ledger, after }: Change): Amount | undefined => {
  const was = ledger.balances.get(key);
  return was === undefined ? undefined : after.balances.get(key)?.minus(was);
};

const isNewlyApplied = (known: Transaction | undefined, now: Transaction | undefined): boolean =>
  now !== undefined && now.state === 'processed' && (known === undefined || !wasApplied(known));

const transactionOf = (callback: MakeBet, state: Transaction['state']): Transaction => ({
  state,
  id: callback.transactionId,
  account: { playerId: callback.playerId, currency: callback.currency },
  bet: amountOf(callback.bet),
  win: amountOf(callback.win),
});

/** The bet, applied whatever the balance. */
const withBet = (world: World, callback: MakeBet): World => {
  const transaction = transactionOf(callback, 'processed');
  return {
    ...world,
    bets: world.bets.plus(transaction.bet),
    wins: world.wins.plus(transaction.win),
    transactions: new Map(world.transactions).set(transaction.id, transaction),
  };
};

/** The bet, refused whatever the balance. */
const withRefused = (world: World, callback: MakeBet): World => ({
  ...world,
  transactions: new Map(world.transactions).set(
    callback.transactionId,
    transactionOf(callback, 'refused'),
  ),
});
