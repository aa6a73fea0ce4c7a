import type { Requirement } from '../contract/requirement.ts';
import type { Scenario } from '../contract/scenario.ts';
import { WalletproofError } from '../contract/walletproof-error.ts';

/** Requirement ids or prefixes of ids: `IDEM-01`, `IDEM`. */
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
    ({ id }) => (only.length === 0 || matchesAny(id, only)) && !matchesAny(id, skip),
  );
};

/** The scenarios that show one of the requirements; all of them where nothing was selected. */
export const selectScenarios = (
  scenarios: readonly Scenario[],
  selected: readonly Requirement[],
  { only, skip }: Selection,
): readonly Scenario[] => {
  const ids = new Set(selected.map(({ id }) => id));
  const isUnlisted = (scenario: Scenario): boolean =>
    scenario.requirements.length === 0 && only.length === 0;
  if (only.length === 0 && skip.length === 0) return scenarios;
  return scenarios.filter(
    (scenario) => isUnlisted(scenario) || scenario.requirements.some((id) => ids.has(id)),
  );
};

const matchesAny = (id: string, words: readonly string[]): boolean =>
  words.some((word) => id === word.toUpperCase() || id.startsWith(`${word.toUpperCase()}-`));

const checkWord = (catalogue: readonly Requirement[], word: string): void => {
  if (catalogue.some(({ id }) => matchesAny(id, [word]))) return;
  throw new WalletproofError(
    'usage',
    `No requirement is called ${JSON.stringify(word)}.`,
    'Name an id or its prefix, such as IDEM-01 or IDEM; `walletproof list requirements` has them all.',
  );
};
