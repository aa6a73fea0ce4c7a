import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defects } from '../../fixtures/agents/example/index.ts';
import { loadScenarios } from '../../src/formats/scenario/load-scenarios.ts';
import type { Library } from '../../src/report/explain.ts';
import type { FindingCode } from '../../src/spec/finding.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';

const defect = (name: string, requirement: string) => ({
  name,
  requirement,
  sentence: `Does ${name}.`,
});

/** A library of a few entries, for tests that say what is in it. */
export const smallLibrary: Library = {
  scenarios: [
    {
      file: 'scenarios/conformance/rollback/bet-and-win.yaml',
      title: 'A rollback takes the win back',
      requirements: ['RB-02'],
    },
    { file: 'scenarios/other.yaml', title: 'Something else', requirements: ['RB-01'] },
  ],
  defects: [defect('rollback-ignored', 'RB-01'), defect('win-kept', 'RB-02'), defect('text-balance', 'BAL-01')],
  shownBy: {
    'rollback-ignored': ['rollback-not-applied', 'win-not-reverted'],
    'win-kept': ['win-not-reverted'],
    'text-balance': ['balance-not-a-number'],
  },
};

const packageFolder = fileURLToPath(new URL('../../', import.meta.url));

const shown = new URL('../../fixtures/agents/example/defect-findings.json', import.meta.url);

/** The scenarios and defects that are shipped, as the command gets them. */
export const shippedLibrary = async (): Promise<Library> => {
  const knownRequirements = requirements.map(({ id }) => id);
  const scenarios = await loadScenarios(['scenarios'], { knownRequirements, cwd: packageFolder });
  const shownBy = JSON.parse(readFileSync(shown, 'utf8')) as Record<string, FindingCode[]>;
  return { scenarios, defects, shownBy };
};
