import { type Amount, isFinerThanScale, parseAmount, renderAmount, zero } from '../base/money.ts';
import type { AmountExpression } from '../formats/scenario/scenario.ts';
import type { MakeBet, Rollback } from '../spec/callback.ts';
import { accountOf, amountsOf, groupBy, isBadlySigned, type RecordedCall } from './recorded-call.ts';
import { cover, level, type MovedMoney, purseOf, revert, settle, type Walk } from './walk.ts';

/** What the money of a recording comes to. */
export type Flow = Readonly<Pick<Walk, 'bets' | 'levels' | 'repeats' | 'fund'>>;

/** Walks through the calls as a right agent would, from a balance that nobody knows. */
export const followMoney = (calls: readonly RecordedCall[], groups: readonly (readonly number[])[]): Flow => {
  const walk: Walk = {
    calls,
    purses: new Map(),
    transactions: new Map(),
    bets: new Map(),
    levels: new Map(),
    repeats: new Set(),
    fund: zero,
  };
  for (const group of groups) {
    const company = group.length > 1 ? 'together' : 'alone';
    if (company === 'together') levelRace(walk, group);
    for (const position of debitsFirst(calls, group)) takeCall(walk, position, company);
  }
  return walk;
};

const takeCall = (walk: Walk, position: number, company: 'alone' | 'together'): void => {
  const call = walk.calls[position];
  const callback = call?.callback;
  if (call === undefined || callback === undefined || isBadlySigned(call)) return;
  if (callback.type === 'makeBet') takeBet(walk, { position, call, callback, company });
  if (callback.type === 'rollback') takeRollback(walk, position, callback);
};

/** Nobody knows the order of calls at once: no bet may need the win of another one. */
const debitsFirst = (calls: readonly RecordedCall[], group: readonly number[]): readonly number[] => {
  const gain = (position: number): number => {
    const callback = calls[position]?.callback;
    if (callback?.type !== 'makeBet') return 1;
    const { bet, win } = amountsOf(callback);
    return win.cmp(bet);
  };
  return group.toSorted((one, other) => gain(one) - gain(other));
};

interface TakenBet {
  readonly position: number;
  readonly call: RecordedCall;
  readonly callback: MakeBet;
  /** Of calls at once nobody knows which balance each one finds. */
  readonly company: 'alone' | 'together';
}

/** A makeBet: a new transaction, a duplicate, or one that an agent may apply or not. */
const takeBet = (walk: Walk, taken: TakenBet): void => {
  const { position, call, callback, company } = taken;
  const known = walk.transactions.get(callback.transactionId);
  if (known === undefined || known.state === 'refused') {
    takeNew(walk, taken);
  } else if (known.state === 'cancelled' || known.moved.account !== accountOf(callback)) {
    reserve(walk, callback);
  } else if (known.state === 'processed' && company === 'alone' && isHeard(call, callback)) {
    walk.repeats.add(position);
  }
};

/** A lost answer shows nothing, nor does one that may be a refusal. */
const isHeard = ({ answerLost }: RecordedCall, callback: MakeBet): boolean => !answerLost && !isFine(callback);

const takeNew = (walk: Walk, taken: TakenBet): void => {
  const { position, call, callback, company } = taken;
  const moved = movedBy(walk, taken);
  walk.transactions.set(callback.transactionId, { state: 'refused', moved });
  const written = writtenByBalance(call, amountsOf(callback).bet);
  if (written !== undefined && company === 'alone') walk.bets.set(position, written.expression);
  if (written?.kind === 'above') return;
  if (isFine(callback)) reserve(walk, callback);
  else apply(walk, callback, moved);
};

/** A bet of the whole balance takes what the account was opened with. */
const movedBy = (walk: Walk, { call, callback, company }: TakenBet): MovedMoney => {
  const account = accountOf(callback);
  const { bet, win } = amountsOf(callback);
  const { hasOpening, rest } = purseOf(walk, account);
  const takesAll = company === 'alone' && writtenByBalance(call, bet)?.kind === 'all';
  return takesAll ? { account, takesOpening: hasOpening, bet: rest, win } : { account, takesOpening: false, bet, win };
};

interface WrittenBet {
  readonly kind: 'above' | 'all';
  readonly expression: AmountExpression;
}

/** A bet above the balance, which had to be refused, or of all of it. */
const writtenByBalance = ({ balanceBefore, refusedWith }: RecordedCall, bet: Amount): WrittenBet | undefined => {
  const before = parseAmount(balanceBefore ?? '');
  if (bet.lte(0)) return undefined;
  if (before === undefined) {
    return refusedWith === 'insufficient_balance' ? above(bet) : undefined;
  }
  if (bet.gt(before)) return above(bet.minus(before));
  return bet.eq(before) ? { kind: 'all', expression: balancePlus(zero) } : undefined;
};

const above = (offset: Amount): WrittenBet => ({ kind: 'above', expression: balancePlus(offset) });

const balancePlus = (offset: Amount): AmountExpression => ({
  kind: 'balance',
  sign: 1,
  text: renderAmount(offset),
});

/** A right agent may refuse such an amount. */
const isFine = ({ bet, win, currency }: MakeBet): boolean =>
  Object.values(amountsOf({ bet, win })).some((amount) => isFinerThanScale(amount, currency));

const apply = (walk: Walk, callback: MakeBet, moved: MovedMoney): void => {
  const purse = purseOf(walk, moved.account);
  if (!cover(walk, purse, amountsOf(callback).bet)) return;
  walk.transactions.set(callback.transactionId, { state: 'processed', moved });
  walk.purses.set(moved.account, settle(purse, moved));
};

/** What an agent may apply or not: the bet must be there, the win may never come. */
const reserve = (walk: Walk, callback: MakeBet): void => {
  const account = accountOf(callback);
  const { bet } = amountsOf(callback);
  const purse = purseOf(walk, account);
  if (!cover(walk, purse, bet)) return;
  walk.purses.set(account, settle(purse, { account, takesOpening: false, bet, win: zero }));
};

/** A rollback: once, in its own account, and of what was processed (section 3). */
const takeRollback = (walk: Walk, position: number, callback: Rollback): void => {
  const { transactionId } = callback;
  const account = accountOf(callback);
  const known = walk.transactions.get(transactionId);
  if (known === undefined) {
    const moved = { account, takesOpening: false, bet: zero, win: zero };
    walk.transactions.set(transactionId, { state: 'cancelled', moved });
    return;
  }
  const { state, moved } = known;
  if (state !== 'processed' || moved.account !== account) return;
  const before = balanceBefore(walk.calls[position]);
  // It takes a win back that is spent: there must be as little as there was.
  if (before?.plus(moved.bet).lt(moved.win) === true) level(walk, position, before);
  walk.purses.set(account, revert(purseOf(walk, account), moved));
  walk.transactions.set(transactionId, { state: 'rolled-back', moved });
};

const balanceBefore = (call: RecordedCall | undefined) => parseAmount(call?.balanceBefore ?? '');

/** Where bets at once were not all covered, there must be as little in their account as there was. */
const levelRace = (walk: Walk, group: readonly number[]): void => {
  const bets = group.flatMap((position) => newBet(walk, position));
  for (const [first, ...others] of groupBy(bets, ({ account }) => account).values()) {
    if (first === undefined) continue;
    const all = others.reduce((sum, { bet }) => sum.plus(bet), first.bet);
    if (all.gt(first.before)) level(walk, first.position, first.before);
  }
};

interface NewBet {
  readonly position: number;
  readonly account: string;
  readonly bet: Amount;
  readonly before: Amount;
}

/** A bet of a transaction that is not known yet, where the balance was. */
const newBet = ({ calls, transactions }: Walk, position: number): NewBet[] => {
  const { callback, balanceBefore = '' } = calls[position] ?? {};
  if (callback?.type !== 'makeBet' || transactions.has(callback.transactionId)) return [];
  const before = parseAmount(balanceBefore);
  if (before === undefined) return [];
  const { bet } = amountsOf(callback);
  return bet.eq(zero) ? [] : [{ position, account: accountOf(callback), bet, before }];
};
