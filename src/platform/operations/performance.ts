import type { OperationDeviation } from '../../faults/operation-deviation.ts';
import type { AgentConfiguration } from '../../spec/configuration.ts';
import type { Fields } from '../check-fields.ts';
import type { ConstantTail } from '../constant-tail.ts';
import type { PlatformState } from '../platform-state.ts';
import type { Refused } from '../refused.ts';

/**
 * What an operation leads to: `content` as JSON text, and the session it created. Or content that
 * never changes, `tail`: it and the brace that closes the envelope, the same object each time.
 */
export type Performance = (
  | { readonly kind: 'content'; readonly content: string; readonly sessionId?: string }
  | { readonly kind: 'constant'; readonly tail: ConstantTail }
  | Refused
) & {
  /** The fault that it is answered with. */
  readonly deviation?: OperationDeviation;
};

/** Performs an operation for an agent whose request passed every check up to its fields. */
export type Perform = (
  state: PlatformState,
  agent: AgentConfiguration,
  fields: Fields,
) => Performance;

/** An operation in two steps, so that a fault can come between them. */
export interface OperationSteps<Asked extends object> {
  /** What a right request asks for; the refusal of a wrong one. Changes nothing. */
  readonly check: (
    state: PlatformState,
    agent: AgentConfiguration,
    fields: Fields,
  ) => Asked | Refused;
  /** Does it. */
  readonly perform: (state: PlatformState, agent: AgentConfiguration, asked: Asked) => Performance;
}
