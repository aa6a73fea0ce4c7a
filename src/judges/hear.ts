import type { AgentAnswer } from '../callbacks/read-answer.ts';
import type { Callback } from '../spec/callback.ts';
import type { Call } from './call.ts';
import { hearAnswer } from './hear-answer.ts';

/** A callback of section 6 and what the agent said to it. */
export interface Heard {
  readonly call: Call;
  readonly callback: Callback;
  readonly answer: AgentAnswer;
}

/** The call with its answer; nothing for what is no callback. */
export const hear = (call: Call): Heard[] =>
  'callback' in call.intent
    ? [{ call, callback: call.intent.callback, answer: hearAnswer(call.exchange) }]
    : [];
