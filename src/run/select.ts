import type { Dice } from '../base/dice.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { restsOn } from '../judge/verdicts.ts';
import type { Requirement, SourceKind } from '../spec/requirement.ts';
import { levels } from '../spec/verdict.ts';
import { usageError } from '../spec/walletproof-error.ts';
import { drawn } from './steps.ts';

/** Words that each name requirements: an id, a prefix of ids, a level, or a section. */
export interface Selection {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** Only what rests on it is judged; what is named besides is skipped, and says so. */
  readonly source?: SourceKind;
}

/** What a selection chooses from, and what the rows are drawn by. */
interface Choosing {
  readonly catalogue: readonly Requirement[];
  readonly dice: Dice;
  readonly isThorough?: true | undefined;
}

/** The requirements that a selection names, the scenarios that show one of those, and those that are played, their rows drawn. */
export const select = (
  { catalogue, dice, isThorough }: Choosing,
  { scenarios: written, selection }: { readonly scenarios: readonly Scenario[]; readonly selection: Selection },
) => {
  const scenarios = written.map((scenario) => drawn(scenario, { dice, isThorough }));
  const selected = selectRequirements(catalogue, selection);
  const ofAnySource = { ...selection, source: undefined };
  return {
    selected,
    named: selectScenarios(scenarios, selected, ofAnySource),
    /** They show one that is judged. */
    scenarios: selectScenarios(scenarios, selected, selection),
  };
};

/** The requirements that a selection names, whatever they rest on. Throws where a word of it names none. */
export const selectRequirements = (
  catalogue: readonly Requirement[],
  { only, skip }: Pick<Selection, 'only' | 'skip'>,
): readonly Requirement[] => {
  for (const word of [...only, ...skip]) {
    if (catalogue.some((requirement) => names(word, requirement))) continue;
    throw usageError(
      `No requirement is called ${JSON.stringify(word)}.`,
      `Name an id (IDEM-01), a prefix (IDEM), a level (${levels.join(', ')}) or a section (section-6); \`walletproof list requirements\` has them all.`,
    );
  }
  const isNamed = (requirement: Requirement, words: readonly string[]): boolean =>
    words.some((word) => names(word, requirement));
  return catalogue.filter((each) => (only.length === 0 || isNamed(each, only)) && !isNamed(each, skip));
};

/**
 * The scenarios that show one of the requirements; all of them where nothing was selected, or
 * only what every answer shows.
 */
export const selectScenarios = (
  scenarios: readonly Scenario[],
  selected: readonly Requirement[],
  { only, skip, source }: Selection,
): readonly Scenario[] => {
  const judged = selected.filter((each) => restsOn(each.source, source));
  const ids = new Set(judged.map(({ id }) => id));
  const isUnlisted = (scenario: Scenario): boolean => scenario.requirements.length === 0 && only.length === 0;
  const isShownByAll = judged.length > 0 && judged.every(({ judgedBy }) => judgedBy === 'every-answer');
  const isAll = only.length === 0 && skip.length === 0 && source === undefined;
  if (isAll || isShownByAll) return scenarios;
  return scenarios.filter((scenario) => isUnlisted(scenario) || scenario.requirements.some((id) => ids.has(id)));
};

/** `IDEM-01`, `IDEM`, `must`, `section-6`, in any case. */
const names = (word: string, { id, level, section }: Requirement): boolean => {
  const asked = word.toUpperCase();
  return id === asked || id.startsWith(`${asked}-`) || level === word.toLowerCase() || `SECTION-${section}` === asked;
};
