import { zero } from '../base/money.ts';
import type { Callback, GetBalance } from '../spec/callback.ts';
import { type Account, accountOf } from './account.ts';
import { balanceOf, type Ledger, setBalance } from './ledger.ts';
import { type LedgerPolicy, noted, type Prediction, refuses, unchanged } from './prediction.ts';
import { stepMakeBet } from './step-make-bet.ts';
import { stepRollback } from './step-rollback.ts';

/** What must, and what may, come of a well-formed, correctly signed callback (sections 3 and 6). */
export const step = (ledger: Ledger, callback: Callback, policy: LedgerPolicy): Prediction => {
  const account: Account = callback;
  if (balanceOf(ledger, account) === undefined) return stepUnknown(ledger, callback, policy);
  return stepKnown(ledger, callback, policy);
};

const stepKnown = (ledger: Ledger, callback: Callback, policy: LedgerPolicy): Prediction => {
  switch (callback.type) {
    case 'getBalance':
      return stepGetBalance(ledger, callback);
    case 'makeBet':
      return stepMakeBet(ledger, callback);
    case 'rollback':
      return stepRollback(ledger, callback, policy);
  }
};

const stepGetBalance = (ledger: Ledger, callback: GetBalance): Prediction => ({
  situation: callback.freespins === undefined ? 'balance' : 'balance-with-freespins',
  branches: [unchanged(ledger, callback)],
});

/** Refused (section 7); or, for a currency, a purse opened on demand: some agents do. */
const stepUnknown = (ledger: Ledger, callback: Callback, policy: LedgerPolicy): Prediction => {
  const knowsPlayer = [...ledger.balances.keys()].some((key) => accountOf(key).playerId === callback.playerId);
  if (!knowsPlayer) {
    return {
      situation: 'unknown-player',
      branches: [refuses(ledger, ['player_not_found'], 'refused an unknown player')],
    };
  }
  const opened = stepKnown(setBalance(ledger, callback, zero), callback, policy);
  const onDemand = opened.branches.map((branch) => noted(branch, 'opened a purse on demand'));
  return {
    situation: 'unknown-currency',
    branches: [refuses(ledger, ['invalid_currency'], 'refused an unknown currency'), ...onDemand],
  };
};
