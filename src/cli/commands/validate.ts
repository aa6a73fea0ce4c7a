import { basename } from 'node:path';
import { loadConfiguration } from '../../formats/load-files.ts';
import { loadScenarios } from '../../formats/scenario/load-scenarios.ts';
import { dialects } from '../../signing/dialects.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import type { ExitCode } from '../../spec/walletproof-error.ts';
import { exitCodes } from '../../spec/walletproof-error.ts';

/** Checks files without running them; throws, pointing at the place, where one is wrong. */
export const validate = async (files: readonly string[]): Promise<ExitCode> => {
  const configurations = files.filter(isConfiguration);
  for (const file of configurations) {
    const knownDialects = dialects.map(({ name }) => name);
    await loadConfiguration({ file, cwd: process.cwd(), env: process.env, knownDialects });
    process.stdout.write(`ok  ${file}\n`);
  }
  const others = files.filter((file) => !isConfiguration(file));
  if (others.length === 0) return exitCodes.passed;
  const knownRequirements = requirements.map(({ id }) => id);
  for (const { file, title } of await loadScenarios(others, { knownRequirements })) {
    process.stdout.write(`ok  ${file}  ${title}\n`);
  }
  return exitCodes.passed;
};

const isConfiguration = (file: string): boolean => /\.config\.ya?ml$/.test(basename(file));
