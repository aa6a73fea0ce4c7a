import {
  type Amount,
  amountOf,
  isFinerThanScale,
  type Rounding,
  renderAmount,
  roundings,
  roundToScale,
  zero,
} from '../base/money.ts';
import type { MakeBet } from '../spec/callback.ts';
import type { Situation } from '../spec/situation.ts';
import { type Account, accountKey } from './account.ts';
import { type Amounts, balanceOf, type Ledger, settle, type Transaction, wasApplied } from './ledger.ts';
import { answersBalance, type Branch, noted, type Prediction, refuses, unchanged } from './prediction.ts';

/** Section 3: unknown, processed and rolled back; and what section 3 leaves open. */
export const stepMakeBet = (ledger: Ledger, callback: MakeBet): Prediction => {
  const known = ledger.transactions.get(callback.transactionId);
  if (known === undefined) return stepNew(ledger, callback);
  if (accountKey(known.account) !== accountKey(callback)) return stepForeign(ledger, callback, known);
  switch (known.state) {
    case 'processed':
      return { situation: 'duplicate', branches: [unchanged(ledger, callback)] };
    case 'rolled-back':
      // Section 6, step 2: it was processed, so that it is a duplicate.
      return { situation: 'rolled-back-bet-again', branches: [unchanged(cameAgain(ledger, known), callback)] };
    case 'refused':
      return stepRefusedBefore(ledger, callback, known);
    case 'earlier':
      return stepEarlier(ledger, callback);
    case 'cancelled':
      return stepLate(ledger, callback);
  }
};

const cameAgain = (ledger: Ledger, known: Transaction): Ledger => ({
  ...ledger,
  transactions: ledger.transactions.set(known.id, { ...known, cameAgain: true }),
});

const stepNew = (ledger: Ledger, callback: MakeBet): Prediction => {
  const amounts = amountsOf(callback);
  if (isFine(callback)) {
    return stepFine(ledger, callback, amounts);
  }
  if (callback.asWritten !== undefined)
    return stepWrittenOtherwise(ledger, callback, { amounts, ...callback.asWritten });
  if (!covers(ledger, callback, amounts.bet)) {
    const refusedBet = { ...transactionOf(callback, amounts), state: 'refused' as const };
    const after = settle(ledger, refusedBet, zero);
    return {
      situation: 'bet-above-balance',
      branches: [refusesBet(after)],
    };
  }
  const isBelowZero = amounts.bet.eq(0) && (balanceOf(ledger, callback) ?? zero).lt(0);
  return {
    situation: isBelowZero ? 'win-below-zero' : situationOf(amounts),
    branches: [applied(ledger, callback, amounts)],
  };
};

const refusesBet = (ledger: Ledger): Branch =>
  refuses(ledger, ['insufficient_balance'], 'refused a bet above the balance');

/**
 * A refused id, sent again: applied if the money is there now, or refused for good. Success that
 * moves nothing is a free bet, unless the agent was asked to roll it back, if only in another account.
 */
const stepRefusedBefore = (ledger: Ledger, callback: MakeBet, known: Transaction): Prediction => {
  const amounts = amountsOf(callback);
  const asVoid = known.wasAskedBackElsewhere === true ? [noted(unchanged(ledger, callback), leftVoid)] : [];
  if (!covers(ledger, callback, amounts.bet)) {
    return {
      situation: 'bet-above-balance',
      branches: [refusesBet(ledger), ...asVoid],
    };
  }
  return {
    situation: 'refused-bet-again',
    branches: [
      noted(applied(ledger, callback, amounts), 'applied the refused bet, now that it is covered'),
      noted(refuses(ledger, [], 'refused'), 'refused the id again'),
      ...asVoid,
    ],
  };
};

const leftVoid = 'did not apply the bet whose rollback came first';

/** An agent may begin with new data between two runs: it has never had the transaction then. */
const stepEarlier = (ledger: Ledger, callback: MakeBet): Prediction => {
  const amounts = amountsOf(callback);
  const known = unchanged(ledger, callback);
  if (!covers(ledger, callback, amounts.bet)) return { situation: 'duplicate', branches: [known] };
  const anew = applied(ledger, callback, amounts);
  const sentence = 'took the transaction of an earlier run for a new one: its data is gone since';
  return { situation: 'duplicate', branches: [known, noted(anew, sentence)] };
};

/** Its rollback came first. The specification does not show it; that it is applied is told wherever it shows. */
const stepLate = (ledger: Ledger, callback: MakeBet): Prediction => {
  const late = transactionOf(callback);
  const left = settle(ledger, { ...late, state: 'cancelled', cameAgain: true }, zero);
  const branches: Branch[] = [
    noted(unchanged(left, callback), leftVoid),
    noted(refuses(left, [], 'refused'), 'refused the bet whose rollback came first'),
  ];
  if (covers(ledger, callback, late.bet)) {
    branches.push({ ...withApplied(ledger, { ...late, isLate: true }), standing: 'allowed' });
  }
  return { situation: 'late-bet', branches };
};

/** The id belongs to a transaction of another account. */
const stepForeign = (ledger: Ledger, callback: MakeBet, known: Transaction): Prediction => {
  const amounts = amountsOf(callback);
  const branches: Branch[] = [
    noted(unchanged(ledger, callback), "took another account's transaction_id for known"),
    noted(refuses(ledger, [], 'refused'), "refused another account's transaction_id"),
  ];
  if (covers(ledger, callback, amounts.bet)) {
    const branch = applied(ledger, callback, amounts);
    branches.push(wasApplied(known) ? doubled(branch, ledger) : taken(branch));
  }
  return { situation: 'foreign-duplicate', branches };
};

/** The id stays with the account that had it first: the model does not follow a doubled one. */
const doubled = (branch: Branch, { transactions }: Ledger): Branch => ({
  ...branch,
  ledger: { ...branch.ledger, transactions },
  standing: 'risk',
  sentence: 'applied one transaction_id for two accounts: money moved for both',
});

/** What never moved money may be forgotten: the id is the second account's from now on. */
const taken = (branch: Branch): Branch =>
  noted(branch, "applied another account's transaction_id, which never had moved money");

/** Amounts finer than the currency: kept, rounded one way or another, or refused. */
const stepFine = (ledger: Ledger, callback: MakeBet, amounts: Amounts): Prediction => {
  const variants: [string, Amounts][] = [
    ['kept all digits of an amount finer than the currency', amounts],
    ...(Object.keys(roundings) as Rounding[]).map((rounding): [string, Amounts] => [
      `rounded an amount finer than the currency (${rounding})`,
      {
        bet: roundToScale(amounts.bet, callback.currency, rounding),
        win: roundToScale(amounts.win, callback.currency, rounding),
      },
    ]),
  ];
  return {
    situation: 'fine-amount',
    branches: [
      noted(refuses(ledger, [], 'refused'), 'refused an amount finer than the currency'),
      ...variants
        .filter(([, each]) => covers(ledger, callback, each.bet))
        .map(([sentence, each]) => noted(applied(ledger, callback, each), sentence)),
    ],
  };
};

/** Amounts, and the numbers of JSON that they are written as. */
interface Written extends Pick<MakeBet, 'bet' | 'win'> {
  readonly amounts: Amounts;
}

/** The specification shows no such number. An agent that reads one wrongly loses money or makes some. */
const stepWrittenOtherwise = (ledger: Ledger, callback: MakeBet, { amounts, ...written }: Written): Prediction => {
  const right = applied(ledger, callback, amounts);
  const misread = readingsOf(written)
    .filter(
      ({ read }) => !read.win.minus(read.bet).eq(amounts.win.minus(amounts.bet)) && covers(ledger, callback, read.bet),
    )
    .map(({ read, as }): Branch => {
      const lost = read.win.minus(read.bet).minus(amounts.win.minus(amounts.bet));
      const sentence = `read ${as}: the balance is off by ${renderAmount(lost)}`;
      return { ...applied(ledger, callback, read), standing: 'risk', sentence };
    });
  const refusal = noted(
    refuses(ledger, [], 'refused'),
    'refused an amount that is written with an exponent or with zeros',
  );
  return { situation: 'amount-written-otherwise', branches: [right, refusal, ...misread] };
};

/** What becomes of such an amount where its exponent is cut off, or its decimals are taken for a whole number of cents. */
const readingsOf = ({ bet, win }: Omit<Written, 'amounts'>) => {
  const read = (how: (text: string) => string): Amounts => ({ bet: amountOf(how(bet)), win: amountOf(how(win)) });
  const asCents = (text: string): string => {
    const [whole = '0', decimals = ''] = text.split('.');
    return decimals === '' || /e/i.test(text) ? text : renderAmount(amountOf(whole).plus(amountOf(`${decimals}e-2`)));
  };
  return [
    { as: 'an amount without its exponent', read: read((text) => text.replace(/e.*$/i, '')) },
    { as: 'decimals as a number of cents', read: read(asCents) },
  ];
};

/** Whether an amount of it has more digits than its currency: a right agent may round it or refuse it. */
export const isFine = (callback: MakeBet): boolean =>
  Object.values(amountsOf(callback)).some((amount) => isFinerThanScale(amount, callback.currency));

const amountsOf = ({ bet, win }: MakeBet): Amounts => ({ bet: amountOf(bet), win: amountOf(win) });

// Section 6: the check comes before the credit, so the win does not help to cover the bet.
// A bet of 0 asks for nothing: a win is credited whatever the balance.
const covers = (ledger: Ledger, account: Account, bet: Amount): boolean =>
  bet.eq(0) || (balanceOf(ledger, account) ?? zero).gte(bet);

const situationOf = ({ bet, win }: Amounts): Situation => {
  if (bet.eq(0)) return win.eq(0) ? 'zero' : 'win';
  return win.eq(0) ? 'bet' : 'bet-and-win';
};

/** A makeBet, applied. */
export const transactionOf = (callback: MakeBet, amounts = amountsOf(callback)): Transaction => ({
  state: 'processed',
  id: callback.transactionId,
  account: { playerId: callback.playerId, currency: callback.currency },
  gameRoundId: callback.gameRoundId,
  ...amounts,
});

const applied = (ledger: Ledger, callback: MakeBet, amounts: Amounts): Branch =>
  withApplied(ledger, transactionOf(callback, amounts));

const withApplied = (ledger: Ledger, transaction: Transaction): Branch => {
  const after = settle(ledger, transaction, transaction.win.minus(transaction.bet));
  return answersBalance(after, transaction.account, 'debited the bet and credited the win');
};
