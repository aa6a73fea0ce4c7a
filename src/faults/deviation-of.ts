import type { SpecifiedRefusal } from '../spec/refusal.ts';
import type { PlatformFault } from '../spec/scenario.ts';
import type { OperationDeviation } from './operation-deviation.ts';

/** The deviation that a scenario names as its platform fault. */
export const deviationOf = (fault: PlatformFault): OperationDeviation => deviations[fault];

const refusedWith = (code: SpecifiedRefusal): OperationDeviation => ({
  delayMs: 0,
  answer: { kind: 'refused', code },
});

const deviations: Readonly<Record<PlatformFault, OperationDeviation>> = {
  'error-like-success': { delayMs: 0, answer: { kind: 'error-like-success' } },
  'invalid-signature': refusedWith('invalid_signature'),
  'agent-not-found': refusedWith('agent_not_found'),
  'validation-error': refusedWith('validation_error'),
};
