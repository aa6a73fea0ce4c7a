import { amountOf, renderAmount } from '../../src/base/money.ts';
import type { Account } from '../../src/ledger/account.ts';
import { balanceOf, emptyLedger, type Ledger, setBalance } from '../../src/ledger/ledger.ts';
import type { Branch, LedgerPolicy, Prediction } from '../../src/ledger/prediction.ts';
import { step } from '../../src/ledger/step.ts';
import type {
  AmountText,
  Callback,
  FreespinsProgress,
  GetBalance,
  MakeBet,
  Rollback,
} from '../../src/spec/callback.ts';

export const anna: Account = { playerId: 'anna', currency: 'USD' };
export const annaInEuro: Account = { playerId: 'anna', currency: 'EUR' };
export const boris: Account = { playerId: 'boris', currency: 'USD' };

/** What the product does where the specification is silent. */
export const byDefault: LedgerPolicy = {
  unknownRollback: 'either',
  spentWinRollback: 'below-zero',
};

/** A wallet with these balances and no transactions. */
export const walletWith = (...balances: readonly (readonly [Account, AmountText])[]): Ledger =>
  balances.reduce((ledger, [account, balance]) => setBalance(ledger, account, amountOf(balance)), emptyLedger);

const baseOf = ({ playerId, currency }: Account, requestId: string) => ({
  agentId: 1001,
  sessionId: `session-of-${playerId}`,
  playerId,
  playerUsername: playerId,
  currency,
  language: 'en',
  requestId,
});

export const getBalance = (account: Account = anna, freespins?: FreespinsProgress): GetBalance => ({
  ...baseOf(account, 'req-balance'),
  type: 'getBalance',
  gameId: 101,
  freespins,
});

/** Bet and win of a makeBet. */
export type Deed = readonly [bet: AmountText, win: AmountText];

export const makeBet = (id: string, [bet, win]: Deed, account: Account = anna): MakeBet => ({
  ...baseOf(account, `req-bet-${id}`),
  type: 'makeBet',
  bet,
  win,
  transactionId: id,
  gameRoundId: `round-of-${id}`,
  roundFinished: true,
});

export const rollback = (id: string, account: Account = anna): Rollback => ({
  ...baseOf(account, `req-rollback-${id}`),
  type: 'rollback',
  transactionId: id,
});

/** The wallet after callbacks, each answered in the likeliest way. */
export const walletAfter = (ledger: Ledger, ...callbacks: readonly Callback[]): Ledger =>
  callbacks.reduce((before, callback) => step(before, callback, byDefault).branches[0]?.ledger ?? before, ledger);

export const shownBalance = (ledger: Ledger, account: Account = anna): string => {
  const balance = balanceOf(ledger, account);
  return balance === undefined ? 'none' : renderAmount(balance);
};

export const stateOf = (ledger: Ledger, id: string): string => ledger.transactions.get(id)?.state ?? 'unknown';

/** `expected 90`, `allowed refusal`, `expected refusal insufficient_balance`. */
export const outline = ({ standing, answer }: Branch): string => {
  const told = answer.kind === 'balance' ? renderAmount(answer.balance) : ['refusal', ...answer.codes].join(' ');
  return `${standing} ${told}`;
};

/** The situation, then each branch in outline. */
export const outlineAll = ({ situation, branches }: Prediction): string[] => [situation, ...branches.map(outline)];
