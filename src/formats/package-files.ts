import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Scenario } from './scenario/scenario.ts';

/** A file of the package, wherever it is installed: `packagePath('scenarios')`. */
export const packagePath = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Name and version, as package.json has them. */
export const tool = (): { readonly name: string; readonly version: string } => {
  const { name, version } = JSON.parse(readFileSync(packagePath('package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return { name, version };
};

/** The conformance suite of this package; its files are named from the package's folder. */
export const shippedScenarios = async (): Promise<Scenario[]> => {
  const root = packagePath('.');
  const { parsedSuite } = await import('./scenario/parsed-suite.ts');
  const parsed = parsedSuite({ root });
  if (parsed !== undefined) return parsed;
  // Loaded here: most commands do without the reader of YAML.
  const { loadScenarios } = await import('./scenario/load-scenarios.ts');
  const { requirements } = await import('../spec/requirements/catalogue.ts');
  const knownRequirements = requirements.map(({ id }) => id);
  return await loadScenarios(['scenarios'], { knownRequirements, cwd: root });
};
