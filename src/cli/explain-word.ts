import type { FindingCode } from '../contract/finding.ts';
import { findings } from '../contract/finding.ts';
import { findRequirement, requirements } from '../contract/requirements/catalogue.ts';
import { WalletproofError } from '../contract/walletproof-error.ts';
import { closestWord } from '../document/closest-word.ts';
import { explainFinding } from '../report/explanation/explain-finding.ts';
import { explainRequirement } from '../report/explanation/explain-requirement.ts';
import type { Explanation } from '../report/explanation/explanation.ts';
import type { Library } from '../report/explanation/library.ts';
import { requirementIds } from '../report/requirement-ids.ts';

/**
 * Explains the requirement or finding of that name, letter case aside. Throws a usage error with
 * what was probably meant where there is none.
 */
export const explainWord = (word: string, library: Library): Explanation => {
  const requirement = findRequirement(word.toUpperCase());
  if (requirement !== undefined) return explainRequirement(requirement, library);
  const code = codes.find((each) => each === word.toLowerCase());
  if (code !== undefined) return explainFinding(code, library);
  throw new WalletproofError(
    'usage',
    `There is no requirement and no finding ${JSON.stringify(word)}.`,
    remedyFor(word, library),
  );
};

const codes = Object.keys(findings) as FindingCode[];
const ids = requirements.map(({ id }) => id);

const remedyFor = (word: string, { defects }: Library): string => {
  const group = ids.filter((id) => id.startsWith(`${word.toUpperCase()}-`));
  if (group.length > 0) return `Choose one of the group: ${requirementIds(group)}.`;
  const defect = defects.find(({ name }) => name === word.toLowerCase());
  if (defect !== undefined) {
    return `It is a defect of the example agent, and breaks ${defect.requirement}: walletproof explain ${defect.requirement}`;
  }
  const meant = closestWord(word, [...ids, ...codes]);
  if (meant !== undefined) return `Did you mean ${meant}? walletproof explain ${meant}`;
  return 'walletproof list requirements and walletproof list findings name them all.';
};
