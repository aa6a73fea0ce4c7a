import { groupBy } from '../base/group-by.ts';
import { type Amount, isFinerThanScale, parseAmount, renderAmount, zero } from '../base/money.ts';
import type { AmountExpression } from '../formats/scenario/scenario.ts';
import { accountKey } from '../ledger/account.ts';
import type { Callback, MakeBet, Rollback } from '../spec/callback.ts';
import { amountsOf, isBadlySigned, type RecordedCall } from './recorded-call.ts';

/** What the money of a recording comes to; positions are those of its calls. */
export interface Flow {
  /** Bets that are written by the balance; the others are as they were. */
  readonly bets: ReadonlyMap<number, BalanceExpression>;
  /** Before these calls their account must be brought down to what was in it: the amount. */
  readonly levels: ReadonlyMap<number, Amount>;
  /** Calls that repeat a makeBet which a right agent has processed. */
  readonly repeats: ReadonlySet<number>;
  /** What an account must have so that every bet is covered that was covered. */
  readonly fund: Amount;
}

type BalanceExpression = Extract<AmountExpression, { kind: 'balance' }>;

/** Walks through the calls as a right agent would, from a balance that nobody knows. */
export const followMoney = (calls: readonly RecordedCall[], groups: readonly (readonly number[])[]): Flow => {
  const walk = new Walk(calls);
  for (const group of groups) {
    if (group.length > 1) walk.levelRace(group);
    for (const position of debitsFirst(calls, group)) walk.take(position, group.length === 1);
  }
  return walk;
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

/**
 * What is in an account while a scenario is played: `rest`, and on top of it what it was opened
 * with where `hasOpening`. A bet of the whole balance takes that away.
 */
interface Purse {
  readonly hasOpening: boolean;
  readonly rest: Amount;
}

/** What a right agent knows of a transaction, and what it moved; `refused` also where it may refuse it. */
interface Transaction {
  readonly state: 'processed' | 'rolled-back' | 'refused' | 'cancelled';
  readonly account: string;
  readonly takesOpening: boolean;
  readonly bet: Amount;
  readonly win: Amount;
}

class Walk implements Flow {
  readonly bets = new Map<number, BalanceExpression>();
  readonly levels = new Map<number, Amount>();
  readonly repeats = new Set<number>();
  fund: Amount = zero;
  readonly #calls: readonly RecordedCall[];
  readonly #purses = new Map<string, Purse>();
  readonly #transactions = new Map<string, Transaction>();

  constructor(calls: readonly RecordedCall[]) {
    this.#calls = calls;
  }

  /** Of calls at once nobody knows which balance each one finds. */
  take(position: number, isAlone: boolean): void {
    const call = this.#calls[position];
    const callback = call?.callback;
    if (call === undefined || callback === undefined || isBadlySigned(call)) return;
    if (callback.type === 'rollback') this.#rollBack(position, callback);
    if (callback.type !== 'makeBet') return;
    const known = this.#transactions.get(callback.transactionId);
    if (known === undefined || known.state === 'refused') this.#takeNew(position, callback, isAlone);
    else if (known.state === 'cancelled' || known.account !== accountKey(callback)) this.#reserve(callback);
    // A lost answer shows nothing, nor does one that may be a refusal.
    else if (known.state === 'processed' && isAlone && call.lost === undefined && !isFine(callback)) {
      this.repeats.add(position);
    }
  }

  /** Where bets at once were not all covered, there must be as little in their account as there was. */
  levelRace(group: readonly number[]): void {
    const bets = group.flatMap((position) => {
      const { callback, balanceBefore = '' } = this.#calls[position] ?? {};
      if (callback?.type !== 'makeBet' || this.#transactions.has(callback.transactionId)) return [];
      const [before, { bet }] = [parseAmount(balanceBefore), amountsOf(callback)];
      return before === undefined || bet.eq(zero) ? [] : [{ position, account: accountKey(callback), bet, before }];
    });
    for (const own of groupBy(bets, ({ account }) => account).values()) {
      const [{ position, before }] = own as [(typeof bets)[number]];
      if (own.reduce((sum, { bet }) => sum.plus(bet), zero).gt(before)) this.#level(position, before);
    }
  }

  #takeNew(position: number, callback: MakeBet, isAlone: boolean): void {
    const account = accountKey(callback);
    const { bet, win } = amountsOf(callback);
    const purse = this.#purseOf(account);
    const written = writtenByBalance(this.#calls[position], bet);
    const isAll = written?.text === '0';
    if (written !== undefined && isAlone) this.bets.set(position, written);
    // A bet of the whole balance takes what the account was opened with.
    const moved =
      isAll && isAlone
        ? { account, takesOpening: purse.hasOpening, bet: purse.rest, win }
        : { account, takesOpening: false, bet, win };
    this.#transactions.set(callback.transactionId, { state: 'refused', ...moved });
    if (written !== undefined && !isAll) return;
    if (isFine(callback)) this.#reserve(callback);
    if (isFine(callback) || !this.#covers(purse, bet)) return;
    this.#transactions.set(callback.transactionId, { state: 'processed', ...moved });
    this.#purses.set(account, {
      hasOpening: purse.hasOpening && !moved.takesOpening,
      rest: purse.rest.minus(moved.bet).plus(win),
    });
  }

  /** What an agent may apply or not: the bet must be there, the win may never come. */
  #reserve(callback: MakeBet): void {
    const { bet } = amountsOf(callback);
    const purse = this.#purseOf(accountKey(callback));
    if (this.#covers(purse, bet)) this.#purses.set(accountKey(callback), { ...purse, rest: purse.rest.minus(bet) });
  }

  /** A rollback: once, in its own account, and of what was processed (section 3). */
  #rollBack(position: number, callback: Rollback): void {
    const account = accountKey(callback);
    const known = this.#transactions.get(callback.transactionId);
    if (known === undefined) {
      const nothing = { account, takesOpening: false, bet: zero, win: zero };
      this.#transactions.set(callback.transactionId, { state: 'cancelled', ...nothing });
    }
    if (known?.state !== 'processed' || known.account !== account) return;
    const { takesOpening, bet, win } = known;
    const before = parseAmount(this.#calls[position]?.balanceBefore ?? '');
    // It takes a win back that is spent: there must be as little as there was.
    if (before?.plus(bet).lt(win) === true) this.#level(position, before);
    const { hasOpening, rest } = this.#purseOf(account);
    this.#purses.set(account, { hasOpening: hasOpening || takesOpening, rest: rest.plus(bet).minus(win) });
    this.#transactions.set(callback.transactionId, { ...known, state: 'rolled-back' });
  }

  #purseOf(account: string): Purse {
    return this.#purses.get(account) ?? { hasOpening: true, rest: zero };
  }

  /** Raises the fund until the purse covers a bet; false where the opening balance is gone. */
  #covers({ hasOpening, rest }: Purse, bet: Amount): boolean {
    const missing = bet.minus(rest);
    if (bet.eq(0) || missing.lte(0)) return true;
    if (hasOpening && missing.gt(this.fund)) this.fund = missing;
    return hasOpening;
  }

  /** Brings the account of a call down to `left`; nothing to do where its opening balance is gone. */
  #level(position: number, left: Amount): void {
    const account = accountKey(this.#calls[position]?.callback as Callback);
    const purse = this.#purseOf(account);
    if (left.lt(0) || !purse.hasOpening) return;
    this.#covers(purse, left);
    this.levels.set(position, left);
    this.#purses.set(account, { hasOpening: false, rest: left });
  }
}

/** A bet above the balance, which had to be refused, or of all of it. */
const writtenByBalance = (call: RecordedCall | undefined, bet: Amount): BalanceExpression | undefined => {
  const before = parseAmount(call?.balanceBefore ?? '');
  const isRefused = before === undefined && call?.refusedWith === 'insufficient_balance';
  const above = isRefused ? bet : bet.minus(before ?? bet.plus(1));
  return bet.gt(0) && above.gte(0) ? { kind: 'balance', sign: 1, text: renderAmount(above) } : undefined;
};

/** A right agent may refuse such an amount. */
const isFine = ({ bet, win, currency }: MakeBet): boolean =>
  Object.values(amountsOf({ bet, win })).some((amount) => isFinerThanScale(amount, currency));
