import type { Expectation } from '../formats/scenario/scenario.ts';
import type { Callback } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { SignatureVariant } from '../spec/fault.ts';

/**
 * What was sent, as a right agent takes it:
 * `valid`: a callback of section 6, rightly signed;
 * `opening`: a valid getBalance whose balance nobody knows yet; `probe`: one after a refusal;
 * `badly-signed`: the signature is missing or does not fit the body;
 * `oddly-signed`: the right signature in a form the specification does not mention;
 * `repeated-keys`: some keys stand twice in the text; signed with the last value of each;
 * `invalid`: signed, but a field is missing or impossible;
 * `malformed`: not a callback at all.
 */
export type Intent =
  | { readonly kind: 'valid'; readonly callback: Callback }
  | { readonly kind: 'opening'; readonly callback: Callback }
  | { readonly kind: 'probe'; readonly callback: Callback }
  | { readonly kind: 'badly-signed'; readonly variant: SignatureVariant | 'tampered' }
  | {
      readonly kind: 'oddly-signed';
      readonly callback: Callback;
      readonly variant: SignatureVariant;
    }
  | { readonly kind: 'repeated-keys'; readonly callback: Callback; readonly first: Callback }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'malformed' };

/** One call of a scenario with its answer: what a judge looks at. */
export interface Call {
  /** How a person would name it: `makeBet first`, `resend first (new request_id)`. */
  readonly label: string;
  /** Line of the step; absent for the runner's own calls. */
  readonly line?: number;
  readonly intent: Intent;
  readonly expect: Expectation;
  readonly exchange: Exchange;
}
