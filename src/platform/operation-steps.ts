import type { AgentConfiguration } from '../formats/configuration.ts';
import type { OperationName } from '../spec/operation.ts';
import type { SpecifiedRefusal } from '../spec/refusal.ts';
import type { OperationDeviation } from '../wire/faults.ts';
import type { CheckedFields } from './check-fields.ts';
import type { ConstantTail } from './create-catalogue.ts';
import type { PlatformState } from './platform-state.ts';
import { type FieldProblem, invalid, type RefusedAnswer, refused } from './refused.ts';

/**
 * What an operation leads to: `content` as JSON text, and the session it created. Or content that
 * never changes, `tail`: it and the brace that closes the envelope, the same object each time.
 */
export type OperationResult = (
  | { readonly kind: 'content'; readonly content: string; readonly sessionId?: string }
  | { readonly kind: 'constant'; readonly tail: ConstantTail }
  | RefusedAnswer
) & {
  /** The fault that it is answered with. */
  readonly deviation?: OperationDeviation;
};

/** Performs an operation for an agent whose request passed every check up to its fields. */
export type Perform = (state: PlatformState, agent: AgentConfiguration, fields: CheckedFields) => OperationResult;

/**
 * What is wrong with the fields of a request besides their types, told together with those. A field
 * that is wrong already is left out.
 */
export type FieldRules = (state: PlatformState, agent: AgentConfiguration, fields: CheckedFields) => FieldProblem[];

/** An operation in two steps, so that a fault can come between them. */
export interface OperationSteps<Asked extends object> {
  /** What a right request asks for; the refusal of a wrong one. Changes nothing. */
  readonly check: (state: PlatformState, agent: AgentConfiguration, fields: CheckedFields) => Asked | RefusedAnswer;
  /** Does it. */
  readonly perform: (state: PlatformState, agent: AgentConfiguration, asked: Asked) => OperationResult;
}

/**
 * An operation that the platform's fault, where one is on, happens to: only when the request is
 * right, so that no fault hides a mistake of the agent.
 */
export const faultable =
  <Asked extends object>(name: OperationName, { check, perform }: OperationSteps<Asked>): Perform =>
  (state, agent, fields) => {
    const asked = check(state, agent, fields);
    if (isRefused(asked)) return asked;
    const deviation = state.operationFault(name, agent.id);
    if (deviation === undefined) return perform(state, agent, asked);
    const { answer } = deviation;
    const result = answer.kind === 'refused' ? faultyRefusal(answer.code) : perform(state, agent, asked);
    return { ...result, deviation };
  };

const isRefused = (asked: object | RefusedAnswer): asked is RefusedAnswer =>
  'kind' in asked && asked.kind === 'refused';

/** The refusal that a fault answers a right request with. It says so, for who reads the log. */
const faultyRefusal = (code: SpecifiedRefusal): RefusedAnswer =>
  // A field that every request has.
  code === 'validation_error'
    ? invalid({ field: 'timestamp', reason: `right, and ${onPurpose}` })
    : refused(code, `The request is right: ${onPurpose}.`);

const onPurpose = 'refused on purpose, to see how the agent reacts';
