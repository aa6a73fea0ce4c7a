import { canonicalText } from '../signing/canonical-text.ts';
import type { Dialect } from '../signing/dialect.ts';
import { dialects } from '../signing/dialects.ts';
import type { ProbeAnswer } from './probe-answer.ts';

/**
 * The dialects that write every accepted body as it was signed, the likeliest first. A refusal
 * excludes none: an agent may refuse for another reason, and must not be named wrongly for it.
 */
export const possibleDialects = (answers: readonly ProbeAnswer[]): readonly Dialect[] => {
  const accepted = answers.filter(({ said }) => said === 'accepted');
  return dialects.filter(({ name }) =>
    accepted.every(({ text, signed }) => canonicalText(text, name) === signed),
  );
};
