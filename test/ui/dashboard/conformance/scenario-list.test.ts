import type { ScenarioView } from '../../../../src/api/schemas/scenarios.ts';
import { findScenarios } from '../../../../src/ui/dashboard/conformance/scenario-list.tsx';

const scenario = (file: string, told: Partial<ScenarioView> = {}): ScenarioView => ({
  file,
  title: `Title of ${file}`,
  requirements: ['IDEM-01'],
  home: 'suite',
  ...told,
});

const scenarios = [
  scenario('a.yaml', { title: 'A repeated makeBet' }),
  scenario('b.yaml', { requirements: ['SIG-02'] }),
  scenario('mine.yaml', { home: 'saved' }),
];

const found = (search: string): string[] =>
  findScenarios(scenarios, search).map(({ file }) => file);

test('without a search all are there, saved ones on top', () => {
  expect(found('')).toEqual(['mine.yaml', 'a.yaml', 'b.yaml']);
});

test.each([
  ['a word of the title', 'REPEATED', ['a.yaml']],
  ['a requirement', 'sig-02', ['b.yaml']],
  ['a file', 'mine', ['mine.yaml']],
  ['two words, in any order', 'idem-01 makebet', ['a.yaml']],
  ['what is nowhere', '.*', []],
])('%s finds it', (_, search, files) => {
  expect(found(search)).toEqual(files);
});
