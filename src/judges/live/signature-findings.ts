import type { Finding } from '../../spec/finding.ts';
import { refusedSignature } from './judge-refused-call.ts';
import type { LiveRules } from './live-rules.ts';
import type { Reading } from './reading.ts';

/** A right signature that was refused, whatever else happened. */
export const signatureFindings = (rules: LiveRules, reading: Reading): readonly Finding[] => {
  const { word } = reading;
  return word.kind === 'refusal' ? refusedSignature(rules, { ...reading, word }) : [];
};
