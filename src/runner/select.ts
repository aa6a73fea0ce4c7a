import type { Scenario } from '../formats/scenario/scenario.ts';
import type { Requirement } from '../spec/requirement.ts';
import { levels } from '../spec/verdict.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';

/** Words that each name requirements: an id, a prefix of ids, a level, or a section. */
export interface Selection {
  readonly only: readonly string[];
  readonly skip: readonly string[];
}

/** The requirements that a selection names. Throws where a word of it names none. */
export const selectRequirements = (
  catalogue: readonly Requirement[],
  { only, skip }: Selection,
): readonly Requirement[] => {
  for (const word of [...only, ...skip]) checkWord(catalogue, word);
  return catalogue.filter(
    (each) => (only.length === 0 || isNamed(each, only)) && !isNamed(each, skip),
  );
};

/**
 * The scenarios that show one of the requirements; all of them where nothing was selected, or
 * only what every answer shows.
 */
export const selectScenarios = (
  scenarios: readonly Scenario[],
  selected: readonly Requirement[],
  { only, skip }: Selection,
): readonly Scenario[] => {
  const ids = new Set(selected.map(({ id }) => id));
  const isUnlisted = (scenario: Scenario): boolean =>
    scenario.requirements.length === 0 && only.length === 0;
  const isShownByAll =
    selected.length > 0 && selected.every(({ judgedBy }) => judgedBy === 'every-answer');
  if ((only.length === 0 && skip.length === 0) || isShownByAll) return scenarios;
  return scenarios.filter(
    (scenario) => isUnlisted(scenario) || scenario.requirements.some((id) => ids.has(id)),
  );
};

const isNamed = (requirement: Requirement, words: readonly string[]): boolean =>
  words.some((word) => names(word, requirement));

/** `IDEM-01`, `IDEM`, `must`, `section-6`, in any case. */
const names = (word: string, { id, level, section }: Requirement): boolean => {
  const asked = word.toUpperCase();
  return (
    id === asked ||
    id.startsWith(`${asked}-`) ||
    level === word.toLowerCase() ||
    `SECTION-${section}` === asked
  );
};

const checkWord = (catalogue: readonly Requirement[], word: string): void => {
  if (catalogue.some((requirement) => names(word, requirement))) return;
  throw new WalletproofError(
    'usage',
    `No requirement is called ${JSON.stringify(word)}.`,
    `Name an id (IDEM-01), a prefix (IDEM), a level (${levels.join(', ')}) or a section (section-6); \`walletproof list requirements\` has them all.`,
  );
};
