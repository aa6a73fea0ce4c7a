import type { OperationName } from '../../spec/operation.ts';
import type { Refused } from '../refused.ts';
import { faultyRefusal } from './faulty-refusal.ts';
import type { OperationSteps, Perform } from './performance.ts';

/**
 * An operation that the platform's fault, where one is on, happens to: only when the request is
 * right, so that no fault hides a mistake of the agent.
 */
export const faultable =
  <Asked extends object>(name: OperationName, { check, perform }: OperationSteps<Asked>): Perform =>
  (state, agent, fields) => {
    const asked = check(state, agent, fields);
    if (isRefused(asked)) return asked;
    const deviation = state.operationFault(name);
    if (deviation === undefined) return perform(state, agent, asked);
    const { answer } = deviation;
    const performance =
      answer.kind === 'refused' ? faultyRefusal(answer.code) : perform(state, agent, asked);
    return { ...performance, deviation };
  };

const isRefused = (asked: object | Refused): asked is Refused =>
  'kind' in asked && asked.kind === 'refused';
