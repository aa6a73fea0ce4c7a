import type { Intent } from '../callbacks/message.ts';
import type { Expectation } from '../formats/scenario/scenario.ts';
import type { Exchange } from '../spec/exchange.ts';

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
