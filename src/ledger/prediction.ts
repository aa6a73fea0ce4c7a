import type { Amount } from '../money/amount.ts';
import type { Situation } from '../spec/situation.ts';
import type { Ledger } from './ledger.ts';

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
