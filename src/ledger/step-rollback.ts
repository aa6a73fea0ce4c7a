import { type Amount, renderAmount, zero } from '../base/money.ts';
import type { Rollback } from '../spec/callback.ts';
import type { Situation } from '../spec/situation.ts';
import { type Account, accountKey } from './account.ts';
import { balanceOf, type Ledger, setBalance, settle, type Transaction } from './ledger.ts';
import {
  answersBalance,
  type Branch,
  type LedgerPolicy,
  noted,
  type Prediction,
  refuses,
  unchanged,
} from './prediction.ts';

/** Section 3: processed is refunded and reverted once; everything else changes nothing. */
export const stepRollback = (ledger: Ledger, callback: Rollback, policy: LedgerPolicy): Prediction => {
  const known = ledger.transactions.get(callback.transactionId);
  if (known === undefined) return stepUnknown(ledger, callback, policy);
  if (known.account.playerId === callback.playerId && known.account.currency !== callback.currency) {
    return stepOtherCurrency(ledger, callback, known);
  }
  if (accountKey(known.account) !== accountKey(callback)) {
    const asked = askedBack(ledger, known);
    const left = [unchanged(asked, callback), { ...refuses(asked, [], 'refused'), standing: 'allowed' } as const];
    return { situation: 'foreign-rollback', branches: [...left, ...ofItsOwner(asked, callback, known)] };
  }
  switch (known.state) {
    case 'processed':
    case 'earlier':
      return stepProcessed(ledger, known, policy);
    case 'rolled-back':
      return { situation: 'rollback-again', branches: [unchanged(ledger, callback)] };
    case 'refused':
      return nothingToRollBack('rollback-of-refused', cancel(ledger, known), callback, policy);
    case 'cancelled':
      return nothingToRollBack('rollback-unknown', ledger, callback, policy);
  }
};

const stepUnknown = (ledger: Ledger, callback: Rollback, policy: LedgerPolicy): Prediction => {
  const { playerId, currency, transactionId } = callback;
  const account = { playerId, currency };
  const unseen: Transaction = {
    state: 'cancelled',
    id: transactionId,
    account,
    bet: zero,
    win: zero,
  };
  return nothingToRollBack('rollback-unknown', cancel(ledger, unseen), callback, policy);
};

/** Nothing has moved; what an agent may have made of it is remembered. */
const askedBack = (ledger: Ledger, known: Transaction): Ledger => ({
  ...ledger,
  transactions: ledger.transactions.set(known.id, { ...known, wasAskedBackElsewhere: true }),
});

/** Section 6 finds a transaction by its id alone: who follows it to the letter gives its owner the money back. */
const ofItsOwner = (ledger: Ledger, callback: Rollback, known: Transaction): Branch[] => {
  if (known.state !== 'processed' || balanceOf(ledger, known.account) === undefined) return [];
  const owner = { ...known, state: 'rolled-back', isForAnother: true } as const;
  const after = settle(ledger, owner, known.bet.minus(known.win));
  return [noted(answersBalance(after, callback, "rolled another player's transaction back for its owner"))];
};

/** The specification is silent: the rollback names the player's transaction, and another currency. */
const stepOtherCurrency = (before: Ledger, callback: Rollback, known: Transaction): Prediction => {
  const ledger = known.state === 'refused' ? askedBack(before, known) : before;
  const situation = 'rollback-in-other-currency';
  const named = unchanged(ledger, callback);
  const left = [
    noted(named, 'answered the balance in the currency that the rollback names'),
    noted(refuses(ledger, [], 'refused the rollback in another currency')),
  ];
  // A ledger of one account does not follow what another one gets back.
  const isFollowed = balanceOf(ledger, known.account) !== undefined;
  if (known.state !== 'processed' || !isFollowed) return { situation, branches: left };
  const change = known.bet.minus(known.win);
  const own = rolledBack(ledger, known, change);
  return {
    situation,
    branches: [
      ...left,
      { ...noted(own, left[0]?.sentence), answer: named.answer },
      noted(own, 'rolled back and answered in the currency of the transaction'),
      refundedIn(ledger, callback, { known, change }),
    ],
  };
};

interface Refund {
  readonly known: Transaction;
  readonly change: Amount;
}

const refundedIn = (ledger: Ledger, account: Account, { known, change }: Refund): Branch => {
  const marked = settle(ledger, { ...known, state: 'rolled-back' }, zero);
  const after = setBalance(marked, account, (balanceOf(ledger, account) ?? zero).plus(change));
  const from = known.account.currency;
  const sentence = `refunded ${renderAmount(change)} in ${account.currency} that were moved in ${from}`;
  return { ...answersBalance(after, account, sentence), standing: 'risk' };
};

const cancel = (ledger: Ledger, transaction: Transaction): Ledger =>
  settle(ledger, { ...transaction, state: 'cancelled' }, zero);

/** Section 3 answers the balance, section 7 has transaction_not_found: the quirk says which pass. */
const nothingToRollBack = (
  situation: Situation,
  after: Ledger,
  callback: Rollback,
  { unknownRollback }: LedgerPolicy,
): Prediction => {
  const balance = unchanged(after, callback);
  const sentence = 'answered transaction_not_found to the rollback of a transaction it does not have';
  const notFound = noted(refuses(after, ['transaction_not_found'], sentence));
  const allowed = {
    either: [balance, notFound],
    balance: [balance],
    transaction_not_found: [notFound],
  };
  return { situation, branches: allowed[unknownRollback] };
};

const stepProcessed = (ledger: Ledger, known: Transaction, policy: LedgerPolicy): Prediction => {
  const change = known.bet.minus(known.win);
  const before = balanceOf(ledger, known.account) ?? zero;
  if (before.plus(change).gte(0) || change.gte(0)) {
    return { situation: situationOf(known), branches: [rolledBack(ledger, known, change)] };
  }
  return { situation: 'rollback-of-spent-win', branches: spentWin(ledger, known, policy) };
};

const situationOf = ({ bet, win }: Transaction): Situation => {
  if (bet.eq(0)) return 'rollback-of-win';
  return win.eq(0) ? 'rollback-of-bet' : 'rollback-of-bet-and-win';
};

/** The specification is silent: the quirk names what is expected, clamping creates money. */
const spentWin = (ledger: Ledger, known: Transaction, policy: LedgerPolicy): Branch[] => {
  const before = balanceOf(ledger, known.account) ?? zero;
  const change = known.bet.minus(known.win);
  const created = renderAmount(before.plus(change).times(-1));
  const clamped = rolledBack(ledger, known, before.times(-1));
  // The win was reverted first, down to zero at most, and the bet refunded on top of that.
  const between = rolledBack(ledger, known, known.bet.minus(before));
  const outcomes: Record<LedgerPolicy['spentWinRollback'], Branch> = {
    'below-zero': noted(rolledBack(ledger, known, change), 'let the balance go below zero for a spent win'),
    refuse: noted(refuses(ledger, [], 'refused to roll back a win that is spent')),
    clamp: {
      ...clamped,
      standing: policy.spentWinRollback === 'clamp' ? 'note' : 'risk',
      sentence: `stopped at zero when a spent win was rolled back: ${created} was created`,
    },
  };
  const left: Branch = {
    ...between,
    standing: 'risk',
    sentence: `stopped at zero before it refunded the bet when a spent win was rolled back: ${renderAmount(known.win.minus(before))} was created`,
  };
  const isApart = known.bet.gt(0) && before.gte(0);
  return [
    ...Object.values({ [policy.spentWinRollback]: outcomes[policy.spentWinRollback], ...outcomes }),
    ...(isApart ? [left] : []),
  ];
};

const rolledBack = (ledger: Ledger, known: Transaction, change: Amount): Branch => {
  const after = settle(ledger, { ...known, state: 'rolled-back' }, change);
  return answersBalance(after, known.account, 'refunded the bet and reverted the win');
};
