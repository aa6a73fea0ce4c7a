import type { Expectation } from '../formats/scenario/scenario.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { HttpForm } from '../spec/http-form.ts';
import type { Likeness, PlayerLikeness } from '../spec/likeness.ts';
import type { Intent } from '../wire/message.ts';

/** One call of a scenario with its answer: what a judge looks at. */
export interface Call {
  /** How a person would name it: `makeBet first`, `resend first (new request_id)`. */
  readonly label: string;
  /** Line of the step; absent for the runner's own calls. */
  readonly line?: number;
  readonly intent: Intent;
  readonly expect: Expectation;
  readonly exchange: Exchange;
  readonly alike?: AlikeTo;
  /** How it was put on the wire, where that is what the scenario is about. */
  readonly http?: HttpForm;
}

/** An id of the call is alike to that of an earlier transaction, or of a player: `of`; and another one. */
export type AlikeTo =
  | { readonly kind: 'transaction'; readonly as: Likeness; readonly of: string }
  | { readonly kind: 'player'; readonly as: PlayerLikeness; readonly of: string };
