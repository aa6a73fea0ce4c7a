import { type Amount, zero } from '../base/money.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Situation } from '../spec/situation.ts';
import type { Account } from './account.ts';
import { balanceOf, type Ledger } from './ledger.ts';

export type PredictedAnswer =
  | { readonly kind: 'balance'; readonly balance: Amount }
  /** `codes`: the error codes that section 7 recommends here; empty where any will do. */
  | { readonly kind: 'refusal'; readonly codes: readonly string[] };

/**
 * One thing a right agent may do. `expected` is what the specification says; `allowed` it permits
 * too; `note` and `risk` are where it is silent, the second where money is created or lost.
 */
export interface Branch {
  readonly standing: 'expected' | 'allowed' | 'note' | 'risk';
  readonly answer: PredictedAnswer;
  /** The wallet after it. */
  readonly ledger: Ledger;
  /** What the agent did, said of the agent: "applied the refused bet after the top-up". */
  readonly sentence: string;
}

/** What may come of a callback: the first branch is the likeliest. */
export interface Prediction {
  readonly situation: Situation;
  readonly branches: readonly Branch[];
}

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

/** The settings that the wallet model depends on. */
export type LedgerPolicy = Pick<Quirks, 'unknownRollback' | 'spentWinRollback'>;
