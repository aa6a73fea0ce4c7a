import type { ScenarioView } from '../../../spec/admin/views.ts';

/** The scenarios that have every word of the search in title, file or requirements; saved ones first. */
export const findScenarios = (
  scenarios: readonly ScenarioView[],
  search: string,
): readonly ScenarioView[] => {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = scenarios.filter((scenario) => {
    const text = textOf(scenario);
    return words.every((word) => text.includes(word));
  });
  return [
    ...found.filter(({ home }) => home === 'saved'),
    ...found.filter(({ home }) => home !== 'saved'),
  ];
};

const textOf = ({ title, file, requirements }: ScenarioView): string =>
  `${title} ${file} ${requirements.join(' ')}`.toLowerCase();
