import { canonicalForm } from '../../canonical-form.ts';
import { findDialect } from '../../dialects.ts';
import type { SignatureExplanation } from '../signature-explanation.ts';
import type { Situation } from '../situation.ts';

/** The dialect of a right signature, and whether another platform might refuse it. */
export const describeValid = (
  canonical: string,
  { tree, dialectOf }: Situation,
): SignatureExplanation => {
  const name = dialectOf.get(canonical) ?? 'minimal';
  const php = findDialect('php');
  const isOfPhp = php !== undefined && canonicalForm(tree, php) === canonical;
  const sentence = findDialect(name)?.sentence;
  return {
    valid: true,
    dialect: name,
    notes: [
      ...(sentence === undefined ? [] : [`Signed with ${sentence}.`]),
      ...(isOfPhp ? [] : [warning]),
    ],
  };
};

const warning =
  'A platform that serialises as PHP does by default would refuse this signature: it escapes slashes and non-ASCII text, and sorts the top level only.';
