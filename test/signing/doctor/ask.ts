import { createHmac } from 'node:crypto';
import type { SignatureDiagnosis } from '../../../src/signing/doctor/describe.ts';
import { explainSignature } from '../../../src/signing/doctor/explain-signature.ts';
import type { SignatureQuestion } from '../../../src/signing/doctor/situation.ts';

export const token = 'Qm9-tok/en+42';

/** HMAC-SHA256 as agents make it, without the product's own code. */
export const hmacOf = (subject: string | Uint8Array, key: string | Uint8Array = token): string =>
  createHmac('sha256', key).update(subject).digest('hex');

/** The mistake in the signature of a body, `valid` where there is none. */
export const mistakeOf = (question: Omit<SignatureQuestion, 'token'>): string => {
  const explanation = explainSignature({ token, ...question });
  return explanation.valid ? 'valid' : explanation.mistake;
};

/** The diagnosis of a signature that must not be right. */
export const diagnosisOf = (question: Omit<SignatureQuestion, 'token'>): SignatureDiagnosis => {
  const explanation = explainSignature({ token, ...question });
  if (explanation.valid) throw new Error('The signature is right');
  return explanation;
};
