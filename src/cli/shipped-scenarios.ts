import { loadScenarios } from '../formats/scenario/load-scenarios.ts';
import { requirements } from '../spec/requirements/catalogue.ts';
import type { Scenario } from '../spec/scenario.ts';
import { packagePath } from './tool.ts';

/** The conformance suite of this package; its files are named from the package's folder. */
export const shippedScenarios = async (): Promise<Scenario[]> => {
  const knownRequirements = requirements.map(({ id }) => id);
  return await loadScenarios(['scenarios'], { knownRequirements, cwd: packagePath('.') });
};
