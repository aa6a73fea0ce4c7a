import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defects } from '../../../fixtures/agents/example/index.js';
import { loadScenarios } from '../../../src/formats/scenario/load-scenarios.ts';
import type { Library } from '../../../src/report/explanation/library.ts';
import type { FindingCode } from '../../../src/spec/finding.ts';
import { requirements } from '../../../src/spec/requirements/catalogue.ts';

const packageFolder = fileURLToPath(new URL('../../../', import.meta.url));
const shown = new URL('../../../fixtures/agents/example/defect-findings.json', import.meta.url);

/** The scenarios and defects that are shipped, as the command gets them. */
export const shippedLibrary = async (): Promise<Library> => {
  const knownRequirements = requirements.map(({ id }) => id);
  const scenarios = await loadScenarios(['scenarios'], { knownRequirements, cwd: packageFolder });
  const shownBy = JSON.parse(readFileSync(shown, 'utf8')) as Record<string, FindingCode[]>;
  return { scenarios, defects, shownBy };
};
