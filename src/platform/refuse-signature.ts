import type { ExchangeExplanation } from '../spec/exchange-explanation.ts';
import type { Patient } from './create-doctor.ts';
import type { PlatformState } from './platform-state.ts';
import type { Refused } from './refused.ts';

/** A refusal, and why, where that was looked into before the answer. */
export interface ExplainedRefusal {
  readonly refusal: Refused;
  readonly explanation: ExchangeExplanation | undefined;
}

/** The refusal of a request that did not prove who it is from; with the mistake in its message where asked. */
export const refuseSignature = (
  refusal: Refused,
  { doctor }: PlatformState,
  patient: Patient,
): ExplainedRefusal => {
  const isAsked = refusal.code === 'invalid_signature' && doctor?.when === 'in-answer';
  const explanation = isAsked ? doctor.see(patient) : undefined;
  if (explanation === undefined) return { refusal, explanation };
  const { mistake, sentence, remedy } = explanation;
  const message = `X-Signature does not match the body (${mistake}): ${sentence} ${remedy}`;
  return { refusal: { ...refusal, message }, explanation };
};
