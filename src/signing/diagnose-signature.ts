import type { ExchangeExplanation } from '../spec/exchange.ts';
import type { SignatureExplanation } from './doctor/describe-match.ts';
import { explainSignature } from './doctor/explain-signature.ts';
import type { SignatureQuestion } from './doctor/situation.ts';

/** A refused signature. `accept`: the dialects taken, as verifyRequest has them, where they are known. */
export interface RefusedSignature extends SignatureQuestion {
  readonly accept?: readonly string[];
}

/** Finds out why a signature is not accepted; explainSignature, or what a test has instead. */
export type Explain = (question: SignatureQuestion) => SignatureExplanation;

/** What there is to say about a signature that a platform refused (section 5). */
export const diagnoseSignature = (
  { accept, ...question }: RefusedSignature,
  explain: Explain = explainSignature,
): ExchangeExplanation => {
  const told = explain(question);
  return told.valid ? otherDialect(told.dialect, accept) : explanationOf(told);
};

const otherDialect = (dialect: string, accept: readonly string[] = []): ExchangeExplanation => {
  const [first = 'NAME'] = accept;
  const taken = accept.length === 0 ? 'other dialects' : accept.join(' or ');
  return {
    mistake: 'other-dialect',
    sentence: `The signature matches the body in the dialect ${dialect}; this platform accepts only ${taken}.`,
    remedy: `Sign the JSON as ${taken} writes it (walletproof sign --dialect ${first}), or set quirks.accept to any.`,
  };
};

/** Without the whole strings: the body is kept beside it. */
const explanationOf = ({
  mistake,
  field,
  sentence,
  remedy,
  difference,
}: Extract<SignatureExplanation, { valid: false }>): ExchangeExplanation => ({
  ...{ mistake, sentence, remedy },
  field,
  difference,
});
