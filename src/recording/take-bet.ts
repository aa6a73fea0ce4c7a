import type { Amount } from '../money/amount.ts';
import { parseAmount, renderAmount, zero } from '../money/amount.ts';
import { isFinerThanScale } from '../money/currency-scale.ts';
import type { MakeBet } from '../spec/callback.ts';
import type { AmountExpression } from '../spec/scenario.ts';
import { accountOf } from './account-of.ts';
import { amountsOf } from './amounts-of.ts';
import { cover } from './cover.ts';
import type { Moved } from './purse.ts';
import { settle } from './purse.ts';
import type { RecordedCall } from './recorded-call.ts';
import type { Walk } from './walk.ts';
import { purseOf } from './walk.ts';

export interface TakenBet {
  readonly position: number;
  readonly call: RecordedCall;
  readonly callback: MakeBet;
  /** Of calls at once nobody knows which balance each one finds. */
  readonly company: 'alone' | 'together';
}

/** A makeBet: a new transaction, a duplicate, or one that an agent may apply or not. */
export const takeBet = (walk: Walk, taken: TakenBet): void => {
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
const isHeard = ({ answerLost }: RecordedCall, callback: MakeBet): boolean =>
  !answerLost && !isFine(callback);

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
const movedBy = (walk: Walk, { call, callback, company }: TakenBet): Moved => {
  const account = accountOf(callback);
  const { bet, win } = amountsOf(callback);
  const { hasOpening, rest } = purseOf(walk, account);
  const takesAll = company === 'alone' && writtenByBalance(call, bet)?.kind === 'all';
  return takesAll
    ? { account, takesOpening: hasOpening, bet: rest, win }
    : { account, takesOpening: false, bet, win };
};

interface Written {
  readonly kind: 'above' | 'all';
  readonly expression: AmountExpression;
}

/** A bet above the balance, which had to be refused, or of all of it. */
const writtenByBalance = (
  { balanceBefore, refusedWith }: RecordedCall,
  bet: Amount,
): Written | undefined => {
  const before = parseAmount(balanceBefore ?? '');
  if (bet.lte(0)) return undefined;
  if (before === undefined) {
    return refusedWith === 'insufficient_balance' ? above(bet) : undefined;
  }
  if (bet.gt(before)) return above(bet.minus(before));
  return bet.eq(before) ? { kind: 'all', expression: balancePlus(zero) } : undefined;
};

const above = (offset: Amount): Written => ({ kind: 'above', expression: balancePlus(offset) });

const balancePlus = (offset: Amount): AmountExpression => ({
  kind: 'balance',
  sign: 1,
  text: renderAmount(offset),
});

/** A right agent may refuse such an amount. */
const isFine = ({ bet, win, currency }: MakeBet): boolean =>
  Object.values(amountsOf({ bet, win })).some((amount) => isFinerThanScale(amount, currency));

const apply = (walk: Walk, callback: MakeBet, moved: Moved): void => {
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
