import type { AgentAnswer } from '../callbacks/read-answer.ts';
import type { Prediction } from '../ledger/prediction.ts';
import type { Callback } from '../spec/callback.ts';
import type { Situation } from '../spec/situation.ts';
import type { Call } from './call.ts';

/** A valid call, what the ledger predicts of it, and the answer that came. */
export interface Predicted {
  readonly call: Call;
  readonly callback: Callback;
  readonly answer: Extract<AgentAnswer, { kind: 'balance' | 'error' }>;
  readonly prediction: Prediction;
  readonly situation: Situation;
}
