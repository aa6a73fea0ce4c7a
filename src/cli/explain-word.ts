import { closestWord } from '../formats/document/closest-word.ts';
import { explainFinding } from '../report/explanation/explain-finding.ts';
import { explainMistake } from '../report/explanation/explain-mistake.ts';
import { explainRequirement } from '../report/explanation/explain-requirement.ts';
import type { Explanation } from '../report/explanation/explanation.ts';
import type { Library } from '../report/explanation/library.ts';
import { requirementIds } from '../report/requirement-ids.ts';
import type { FindingCode } from '../spec/finding.ts';
import { findings } from '../spec/finding.ts';
import { findRequirement, requirements } from '../spec/requirements/catalogue.ts';
import type { MistakeCode } from '../spec/signature-mistakes.ts';
import { signatureMistakes } from '../spec/signature-mistakes.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';

/**
 * Explains the requirement, finding or mistake in signing of that name, letter case aside. Throws a usage error with
 * what was probably meant where there is none.
 */
export const explainWord = (word: string, library: Library): Explanation => {
  const requirement = findRequirement(word.toUpperCase());
  if (requirement !== undefined) return explainRequirement(requirement, library);
  const code = codes.find((each) => each === word.toLowerCase());
  if (code !== undefined) return explainFinding(code, library);
  const mistake = mistakes.find((each) => each === word.toLowerCase());
  if (mistake !== undefined) return explainMistake(mistake);
  throw new WalletproofError(
    'usage',
    `There is no requirement, finding, mistake or file ${JSON.stringify(word)}.`,
    remedyFor(word, library),
  );
};

/** Whether explainWord knows it. */
export const isExplained = (word: string): boolean =>
  findRequirement(word.toUpperCase()) !== undefined || words.has(word.toLowerCase());

const codes = Object.keys(findings) as FindingCode[];
const mistakes = Object.keys(signatureMistakes) as MistakeCode[];
const words: ReadonlySet<string> = new Set([...codes, ...mistakes]);
const ids = requirements.map(({ id }) => id);

const remedyFor = (word: string, { defects }: Library): string => {
  const group = ids.filter((id) => id.startsWith(`${word.toUpperCase()}-`));
  if (group.length > 0) return `Choose one of the group: ${requirementIds(group)}.`;
  const defect = defects.find(({ name }) => name === word.toLowerCase());
  if (defect !== undefined) {
    return `It is a defect of the example agent, and breaks ${defect.requirement}: walletproof explain ${defect.requirement}`;
  }
  const meant = closestWord(word, [...ids, ...words]);
  if (meant !== undefined) return `Did you mean ${meant}? walletproof explain ${meant}`;
  return 'walletproof list requirements and walletproof list findings name them all.';
};
