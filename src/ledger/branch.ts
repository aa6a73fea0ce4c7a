import { zero } from '../money/amount.ts';
import type { Account, Ledger } from './ledger.ts';
import { balanceOf } from './ledger.ts';
import type { Branch } from './prediction.ts';

/** The agent answers the balance that the account has in this wallet. */
export const answersBalance = (ledger: Ledger, account: Account, sentence: string): Branch => ({
  standing: 'expected',
  answer: { kind: 'balance', balance: balanceOf(ledger, account) ?? zero },
  ledger,
  sentence,
});

/** The agent refuses; `codes` are the ones that section 7 recommends, if any. */
export const refuses = (ledger: Ledger, codes: readonly string[], sentence: string): Branch => ({
  standing: 'expected',
  answer: { kind: 'refusal', codes },
  ledger,
  sentence,
});

/** The agent answers the balance and nothing has moved. */
export const unchanged = (ledger: Ledger, account: Account): Branch =>
  answersBalance(ledger, account, 'answered the balance and moved nothing');

/** The same branch where the specification is silent, said in words. */
export const noted = (branch: Branch, sentence = branch.sentence): Branch => ({
  ...branch,
  standing: 'note',
  sentence,
});
